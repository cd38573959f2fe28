/* What the pictures we draw as text share: colours of the day, whatever the light of the page, and the marks
   of the symbol sheet put where they are used, so that a picture stands alone. */
import { colourOf } from "../lib/seats";

export const INK = "#17242F";
export const PAPER = "#FAF7F0";
export const CARD = "#FBF7EA";
export const SEA = "#D3E0DD";
export const SEA_LINE = "#9DB8B4";
export const LAND = "#F1E8D2";
const COAST = "#3B4A4E";
export const SERIF = `font-family="Alegreya, Georgia, serif"`;

/* The part of a picture in which a game shows its board, in px. */
export const BOARD = { width: 566, height: 340 };

const SEATS: Record<string, string> = {
  red: "#C23B2E",
  yellow: "#EDBE3C",
  black: "#2B3137",
  green: "#57A88A",
  blue: "#2A62A8",
  violet: "#B9A0DC",
};

export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c] ?? c);

export const seatColour = (seat: number): string => SEATS[colourOf(seat)] ?? INK;

/* The field of a good or a company, and what is printed on it. The good wood is `wood-g`: ships are of wood too. */
export function tint(name: string): { field: string; on: string } {
  const sheet = getComputedStyle(document.documentElement);
  const value = (key: string) => sheet.getPropertyValue(key).trim();
  return {
    field: value(`--${name}-g`) || value(`--${name}`) || value(`--co-${name}`) || CARD,
    on: value(`--on-${name}-g`) || value(`--on-${name}`) || INK,
  };
}

/* A mark of the sheet, around a point. */
export function mark(id: string, x: number, y: number, size: number, colour: string, cut: string): string {
  const form = document.getElementById(id)?.innerHTML ?? "";
  return `<svg x="${x - size / 2}" y="${y - size / 2}" width="${size}" height="${size}" viewBox="0 0 24 24" style="color:${colour};--cut:${cut}">${form}</svg>`;
}

/* A player's shape, as on the page, around a point. */
export function shape(seat: number, x: number, y: number, size: number): string {
  const form = document.getElementById(`p-${colourOf(seat)}`)?.innerHTML ?? "";
  return `<svg x="${x - size / 2}" y="${y - size / 2}" width="${size}" height="${size}" viewBox="0 0 24 24" fill="${seatColour(seat)}" stroke="${INK}" stroke-width="1.6" overflow="visible">${form}</svg>`;
}

/* A player's piece: his shape on a disc. */
export function piece(seat: number, x: number, y: number, size: number): string {
  return `<circle cx="${x}" cy="${y}" r="${size / 2}" fill="${CARD}" stroke="${INK}" stroke-width="1.2"/>${shape(seat, x, y, size * 0.62)}`;
}

/* A field of a good with its mark. */
export function plate(good: string, id: string, x: number, y: number, width: number, height: number): string {
  const { field, on } = tint(good);
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="2.5" fill="${field}"/>${mark(id, x + width / 2, y + height / 2, Math.min(width, height) * 0.86, on, field)}`;
}

/* Coasts with their water lines; sizes in units of the chart. */
export function coasts(land: string, scale: number): string {
  const line = (width: number, colour: string) =>
    `<path d="${land}" fill="none" stroke="${colour}" stroke-width="${(width / scale).toFixed(1)}" stroke-linejoin="round"/>`;
  return `${line(14, SEA_LINE)}${line(12.6, SEA)}${line(7, SEA_LINE)}${line(5.6, SEA)}<path d="${land}" fill="${LAND}" stroke="${COAST}" stroke-width="${(1.2 / scale).toFixed(1)}"/>`;
}
