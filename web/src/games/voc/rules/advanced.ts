/* The rules of VOC!, second part: the advanced game, the variants, and what we had to decide or rebuild. */
import type { Chapter } from "../../../rules/rules";

export const advanced: Chapter[] = [
  {
    id: "advanced",
    title: { fr: "Le jeu avancé", en: "The advanced game" },
    text: {
      fr: [
        "Tout ce qui précède vaut, sauf ceci. Chacun commence avec **dix hommes chez lui et 10 daalders**. Un **bourgmestre**, tiré au sort, parle le premier ; la charge passe à gauche chaque année.",
        "**Nouveaux contrats**, les années de convoi seulement, sauf 1585 : d’abord **tout contrat que personne n’a signé part à Amsterdam**, puis on en retourne trois. La rangée n’a plus de limite. Ceux qui sont retournés juste avant la carte VOC ne vont pas à Amsterdam.",
        "**Investir** remplace l’armement : chacun une action, puis chacun une seconde. Armer un navire, rappeler ses hommes, signer, souffler ou avancer un contrat, ou passer. **Un navire armé part la même année.**",
        "**Ventes** : on négocie de même, mais on ne livre que **les contrats qu’on a signés**, à la valeur imprimée.",
        "> Si la carte VOC n’a pas paru, la partie finit avec l’année 1601.",
      ],
      en: [
        "Everything above holds, except this. Everyone begins with **ten men at home and 10 daalders**. A **burgemeester**, drawn by lot, goes first; the office moves to the left every year.",
        "**New contracts** in convoy years only, except 1585: first **every contract nobody has signed goes to Amsterdam**, then three are turned up. The row has no limit any more. Those turned up just before the VOC card do not go to Amsterdam.",
        "**Investing** takes the place of refitting: one action each, then a second one each. Outfit a ship, recall your men, sign, take over or tighten a contract, or pass. **A ship that is outfitted sails in the same year.**",
        "**Sales**: deals as before, but you deliver only **contracts you have signed**, for the printed value.",
        "> If the VOC card has not appeared, the game ends with the year 1601.",
      ],
    },
    figure: null,
    caption: null,
  },
  {
    id: "outfit",
    title: { fr: "Armer et rappeler", en: "Outfitting and recalling" },
    text: {
      fr: [
        "**Armer** place **quatre hommes** sur un seul navire à Middelbourg ; moins seulement si les hommes ou les places manquent, et alors autant que possible.",
        "**Toutes les places 1 du navire avant les 2, les 2 avant les 3** ; dans chaque moitié, la plus à droite d’abord. À vous de dire combien de marins et combien de marchands : **jamais plus de marins que de marchands à vous** sur ce navire, anciens compris.",
        "**Rappeler** ramène tous vos hommes d’un navire à Middelbourg ; les autres glissent vers la droite, chacun dans sa moitié.",
        "> Au port, un navire garde son équipage d’une année à l’autre et peut en recevoir encore ; sans marin, il ne part pas, mais n’est pas perdu. Un navire perdu en phase 4 s’arme l’année suivante et part aussitôt. Si un rappel ou des pertes vous laissent trop de marins, vous n’embarquez que des marchands jusqu’à l’équilibre.",
      ],
      en: [
        "**Outfitting** puts **four men** on one ship at Middelburg; fewer only if men or places run out, and then as many as possible.",
        "**All places 1 of the ship before any 2, all 2 before any 3**; in each half the rightmost first. You say how many sailors and how many merchants: **never more sailors than merchants of yours** on that ship, those already aboard included.",
        "**Recalling** brings all your men home from one ship at Middelburg; the others slide to the right, each in his half.",
        "> In harbour a ship keeps its crew from year to year and may take more; without a sailor it does not sail, but it is not lost. A ship wrecked in phase 4 is outfitted next year and sails at once. If a recall or losses leave you too many sailors, you embark merchants only until it is level.",
      ],
    },
    figure: "outfit",
    caption: {
      fr: "Les places 1 sont prises : deux marins et deux marchands de plus prennent toutes les places 2. Le dernier monté est le plus à gauche : il commande.",
      en: "The places 1 are taken: two more sailors and two merchants take all the places 2. The last one aboard is leftmost: he commands.",
    },
  },
  {
    id: "sign",
    title: { fr: "Signer, souffler, avancer", en: "Signing, taking over, tightening" },
    text: {
      fr: [
        "**Signer** : un homme et un marqueur d’année sur un contrat libre. L’année, de la présente à 1601, est celle **à la fin de laquelle vous devrez avoir livré**. Il n’y a qu’un marqueur par année.",
        "**Souffler** : prendre le contrat d’un autre avec une année **plus proche** que la sienne. Son homme rentre, son marqueur redevient libre.",
        "**Avancer** : mettre une année plus proche sur un contrat à vous, avant qu’on ne vous le souffle.",
        "> S’il ne reste aucun marqueur à partir de cette année, l’homme suffit : le contrat est dû en 1601, et n’importe quelle année libre suffit à le souffler.",
      ],
      en: [
        "**Signing**: a man and a year marker on a free contract. The year, from the current one to 1601, is the one **by the end of which you must have delivered**. There is one marker for each year.",
        "**Taking over**: take another’s contract with a year **earlier** than his. His man goes home, his marker is free again.",
        "**Tightening**: put an earlier year on a contract of yours, before somebody takes it over.",
        "> If no marker from this year on is left, the man is enough: the contract is due in 1601, and any year that becomes free is enough to take it over.",
      ],
    },
    figure: "sign",
    caption: {
      fr: "Louis avait signé pour 1596 ; Anna souffle le contrat en promettant 1593.",
      en: "Louis had signed for 1596; Anna takes the contract over by promising 1593.",
    },
  },
  {
    id: "due",
    title: { fr: "Échéances et faillite", en: "Due dates and bankruptcy" },
    text: {
      fr: [
        "Après les magasins, chaque contrat signé dont l’année s’achève sans livraison coûte **sa pénalité**. La carte quitte la partie, sans aller à Amsterdam ; homme et marqueur reviennent.",
        "**Qui ne peut pas tout payer donne ce qu’il a et quitte la partie**, une fois réglées toutes les pénalités de l’année. Ses marchandises retournent dans les ports, ses contrats redeviennent libres, ses hommes débarquent ; un navire en mer resté sans marin est perdu.",
        "S’il ne reste qu’un joueur, on le compare aussitôt à Amsterdam ; s’il n’en reste aucun, personne ne gagne. Quand paraît la carte VOC, aucune pénalité n’est due.",
      ],
      en: [
        "After the warehouses, each signed contract whose year ends without a delivery costs **its penalty**. The card leaves the game and does not go to Amsterdam; man and marker come back.",
        "**Who cannot pay in full gives what he has and leaves the game**, once all penalties of the year are settled. His goods go back to the ports, his contracts are free again, his men go ashore; a ship at sea left without a sailor is lost.",
        "If only one player is left, he is compared with Amsterdam at once; if none is left, nobody wins. When the VOC card appears no penalty is due.",
      ],
    },
    figure: null,
    caption: null,
  },
  {
    id: "variants",
    title: { fr: "À l’ouverture de la table", en: "When you open a table" },
    text: {
      fr: [
        "**Règles** : de base, à 4 ou 5, ou avancé, de 3 à 5. À trois, c’est toujours le jeu avancé.",
        "**Marchandises négociables** : celles débarquées cette année, ou toutes celles de Middelbourg, magasins compris.",
        "**Négoce** : deux offres chacun par an, ou **une minute** d’horloge pour une table en direct, avec autant d’offres qu’elle le permet.",
      ],
      en: [
        "**Rules**: basic, for 4 or 5, or advanced, for 3 to 5. Three always play the advanced game.",
        "**Goods that may be traded**: those landed this year, or all goods at Middelburg, the warehouses included.",
        "**Deals**: two offers each a year, or **one minute** on the clock for a table played live, with as many offers as it allows.",
      ],
    },
    figure: null,
    caption: null,
  },
  {
    id: "open",
    title: { fr: "Ce qui restait ouvert", en: "What was left open" },
    text: {
      fr: [
        "Le livret ne dit pas tout. Ici, le jeu de base commence sans argent. Un capitaine n’est pas tenu de partir, et rester dans un port n’y embarque rien. On passe par un port sans s’arrêter et on y commerce, une fois par traversée. Sortir de la carte, c’est s’échouer, sauf par la route de Middelbourg, qui ramène le navire dès qu’on la touche. Capitaine échoué, vous le restez si le marin suivant est aussi à vous. Commander deux navires est permis.",
        "Un mot de trop est permis et se paie, au lieu de se disputer. Seuls les échanges immédiats engagent. Deux côtés d’un contrat ne se mêlent pas. Un jeton de poivre retourne dans le port d’où il vient ; qui en a de plusieurs rend d’abord le plus à l’ouest. Un contrat peut être signé pour l’année en cours.",
      ],
      en: [
        "The booklet does not say everything. Here the basic game begins without money. A captain need not leave, and staying in a port takes nothing aboard. Passing through a port without stopping is a call, once a voyage. Leaving the chart is a grounding, except by the way to Middelburg, which brings the ship home as soon as it is touched. A captain who ran aground stays captain if the next sailor is his as well. One may command two ships.",
        "A word too many is allowed and paid for, rather than argued about. Only immediate swaps bind. The two sides of a contract do not mix. A pepper token goes back to the port it came from; who has several gives the westernmost first. A contract may be signed for the current year.",
      ],
    },
    figure: null,
    caption: null,
  },
  {
    id: "rebuilt",
    title: { fr: "Ce qui est reconstitué", en: "What is reconstructed" },
    text: {
      fr: [
        "Le livret a gardé son texte et perdu ses images. **Nous avons reconstitué**, d’après les mots qui en parlent et les comptes d’autres joueurs :",
        "**les places des navires**, leurs numéros et leurs couleurs, de sorte que chacun ait bien dix hommes à quatre, huit à cinq, et une première capitainerie ; **les dix-huit contrats**, sauf un que le livret corrige lui-même (cannelle, muscade et girofle, ou deux poivres), avec leurs valeurs et leurs pénalités ; **les années de convoi**, une sur trois ;",
        "**les noms et les places des dix ports**, leurs cercles et les routes de Middelbourg : six ports de quatre jetons et quatre d’un seul font bien les vingt-huit jetons de la boîte ; **les cartes**, dont les côtes viennent de Natural Earth (domaine public), sans les petites îles, trois détroits élargis pour qu’on y passe.",
        "**La navigation aux ordres** et ses écarts sont de nous, pour jouer sans plume.",
      ],
      en: [
        "The booklet has kept its text and lost its pictures. **We have rebuilt**, from the words that speak of them and from the counts of other players:",
        "**the places of the ships**, their numbers and colours, so that everyone has ten men with four players, eight with five, and a first captaincy; **the eighteen contracts**, but for the one the booklet itself corrects (cinnamon, nutmeg and cloves, or two pepper), with their values and penalties; **the convoy years**, every third;",
        "**the names and places of the ten ports**, their circles and the ways to Middelburg: six ports of four tokens and four of one make the twenty-eight tokens of the box; **the charts**, whose coasts come from Natural Earth (public domain), without the small islands, three straits widened so that one can pass.",
        "**Sailing by orders** and its errors are ours, for playing without a pen.",
      ],
    },
    figure: "cards",
    caption: {
      fr: "Les dix-huit contrats : valeur, pénalité, ce qu’ils demandent.",
      en: "The eighteen contracts: value, penalty, what they need.",
    },
  },
];
