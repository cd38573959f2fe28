declare module "virtual:catalogue" {
  const french: Record<string, string>;
  export default french;
}
