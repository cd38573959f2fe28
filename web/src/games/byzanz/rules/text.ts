/* The rules of Byzanz in our own words, French and English side by side. **Stars** make words bold; a
   line that begins with > is a case apart. Figures are drawn by Figure.svelte. */
import type { Rules } from "../../../rules/rules";

export const rules: Rules = {
  lead: {
    fr: "Miser des marchandises pour en gagner d’autres, et vendre au bon moment. Les règles tiennent en dix paragraphes ; la première partie suffit à les apprendre.",
    en: "Bid goods to win other goods, and sell at the right moment. The rules fit into ten paragraphs; your first game is enough to learn them.",
  },
  facts: {
    fr: ["3 à 6 joueurs", "112 cartes", "30 à 45 minutes"],
    en: ["3 to 6 players", "112 cards", "30 to 45 minutes"],
  },
  end: {
    fr: "Un jeu d’Emanuele Ornella. Texte et dessins sont les nôtres.",
    en: "A game by Emanuele Ornella. Words and drawings are our own.",
  },
  chapters: [
    {
      id: "aim",
      title: { fr: "Le but", en: "The aim" },
      text: {
        fr: [
          "Vous êtes marchands à Byzance. Chaque lot de marchandises se paie en marchandises ; on revend ensuite par **séries de trois pareilles**.",
          "De chaque série vendue, on garde la plus forte carte. Les cartes gardées, ce sont vos **gains** : leur somme fait le score.",
        ],
        en: [
          "You are merchants in Byzantium. Every lot of goods is paid for with goods; what you gather is sold again in **sets of three of a kind**.",
          "Of each set sold you keep the highest card. The cards you keep are your **gains**: their sum is your score.",
        ],
      },
      figure: "sale",
      caption: {
        fr: "Une vente : trois olives ; la plus forte reste devant vous, face cachée.",
        en: "A sale: three olives; the highest one stays in front of you, face down.",
      },
    },
    {
      id: "cards",
      title: { fr: "Les cartes", en: "The cards" },
      text: {
        fr: [
          "Six marchandises, seize cartes chacune, de valeur **1 à 4** : beaucoup de petites, peu de grandes. Et seize **commerçants**, sans valeur, qui tiennent lieu de n’importe quelle marchandise au moment de vendre.",
          "Un commerçant ne se mise jamais. Pour commencer, chacun reçoit quatre cartes, les seules que les autres ne verront pas venir.",
        ],
        en: [
          "Six goods, sixteen cards each, worth **1 to 4**: many low ones, few high ones. And sixteen **traders**, worth nothing, who stand in for any good when you sell.",
          "A trader can never be bid. To begin with, everyone is dealt four cards, the only ones that the others do not see coming.",
        ],
      },
      figure: "cards",
      caption: {
        fr: "Tissus, bois, céréales, olives, épices, vin, et le commerçant.",
        en: "Cloth, wood, grain, olives, spices, wine, and the trader.",
      },
    },
    {
      id: "round",
      title: { fr: "Une manche", en: "A round" },
      text: {
        fr: [
          "Une manche met en vente autant de lots qu’il y a de joueurs, du plus gros au plus petit. La **carte Offre** du dessus dit combien de cartes on retourne.",
          "**Chacun emporte un lot par manche**, et un seul, avec sa carte Offre. Qui a la sienne regarde les autres se disputer le reste.",
          "À gauche du donneur, on ouvre la première enchère ; ensuite c’est le premier joueur sans offre à gauche du dernier servi. Qui avait la plus petite offre ouvre la manche suivante.",
        ],
        en: [
          "A round puts up as many lots as there are players, from the largest to the smallest. The top **offer card** says how many cards are turned up.",
          "**Everyone carries off one lot a round**, no more, together with its offer card. Those who have theirs watch the others fight for the rest.",
          "The player to the left of the dealer opens the first auction; after that, the next player without an offer to the left of the last one served. Whoever had the smallest offer opens the next round.",
        ],
      },
      figure: "rounds",
      caption: {
        fr: "À quatre : six manches, des lots de 5, 4, 3 et 2 cartes. Le compte est toujours exact.",
        en: "With four players: six rounds, lots of 5, 4, 3 and 2 cards. It always comes out exactly.",
      },
    },
    {
      id: "auction",
      title: { fr: "L’enchère", en: "The auction" },
      text: {
        fr: [
          "À votre tour, **dépassez la plus haute mise ou passez**. On mise des marchandises de sa main, faces visibles ; leur valeur s’additionne. On peut en ajouter, jamais en reprendre ni en échanger.",
          "Qui passe reprend sa mise et sort de l’enchère. Le dernier en lice laisse au marché **toute sa mise et une carte du lot**, à son choix ; le reste du lot est à lui.",
          "> Si tout le monde passe, le premier à avoir passé reçoit le lot entier, sans rien payer ni donner. Le dernier joueur doit donc miser au moins 1 s’il veut le lot.",
        ],
        en: [
          "On your turn, **beat the highest bid or pass**. You bid goods from your hand, face up; their values add up. You may add cards, never take back or swap any.",
          "Whoever passes takes his bid back and is out of the auction. The last one standing leaves **all of his bid and one card of the lot** to the market, a card of his choice; the rest of the lot is his.",
          "> If everybody passes, the first to have passed gets the whole lot and pays nothing. So the last player must bid at least 1 if he wants it.",
        ],
      },
      figure: "auction",
      caption: {
        fr: "Lot : épices 4, olives 2, commerçant, tissus 1. Anna l’emporte à 7 et donne les tissus.",
        en: "Lot: spices 4, olives 2, trader, cloth 1. Anna wins it for 7 and gives the cloth.",
      },
    },
    {
      id: "last",
      title: { fr: "Le dernier lot", en: "The last lot" },
      text: {
        fr: [
          "Le dernier joueur sans offre reçoit le dernier lot, sans enchère. À trois ou quatre, il garde une des deux cartes et met l’autre au marché. À cinq ou six, la carte unique va au marché.",
        ],
        en: [
          "The player who has nothing yet gets the last lot without an auction. With three or four players he keeps one of its two cards and puts the other on the market. With five or six, its only card goes to the market.",
        ],
      },
      figure: "last",
      caption: {
        fr: "Petit lot, mais premier servi au marché.",
        en: "A small lot, but first served at the market.",
      },
    },
    {
      id: "market",
      title: { fr: "Le marché", en: "The market" },
      text: {
        fr: [
          "Quand tous ont leur offre, le marché se vide. On choisit **de la plus petite offre à la plus grande** : une marchandise, toutes ses cartes. On ne peut pas refuser.",
          "Les commerçants forment leur propre étal. S’il y a moins d’étals garnis que de joueurs, les derniers n’ont rien ; ce qui reste quitte la partie.",
        ],
        en: [
          "When everyone has an offer, the market is cleared. You choose **from the smallest offer to the largest**: one good, all of its cards. You cannot decline.",
          "Traders have a stall of their own. If fewer stalls are stocked than there are players, the last ones get nothing; what is left over leaves the game.",
        ],
      },
      figure: "market",
      caption: {
        fr: "Axel avait le plus petit lot : il choisit le premier.",
        en: "Axel had the smallest lot: he chooses first.",
      },
    },
    {
      id: "sell",
      title: { fr: "Vendre", en: "Selling" },
      text: {
        fr: [
          "On vend **quand on veut**, même hors de son tour, des cartes de sa main : trois cartes de la même marchandise, ou une ou deux complétées par des commerçants. Celles d’une mise posée ne sont pas à vendre.",
          "On garde la plus forte marchandise ; les deux autres cartes quittent la partie. Trois commerçants font aussi une série : on en garde un, il vaudra **5**.",
        ],
        en: [
          "You sell **whenever you like**, even out of turn, cards from your hand: three of one good, or one or two of them made up with traders. Cards lying in a bid are not for sale.",
          "You keep the highest good; the other two cards leave the game. Three traders are a set as well: you keep one, and it will be worth **5**.",
        ],
      },
      figure: "sets",
      caption: {
        fr: "Un commerçant aide, mais on garde toujours la marchandise.",
        en: "A trader helps, but what you keep is always the good.",
      },
    },
    {
      id: "seven",
      title: { fr: "Sept cartes en main", en: "Seven cards in hand" },
      text: {
        fr: [
          "Chaque fois que vous recevez des cartes et en tenez **plus de sept**, vendez ou défaussez aussitôt jusqu’à sept. Une carte défaussée quitte la partie, à la vue de tous. À sept ou moins, on ne défausse pas.",
        ],
        en: [
          "Whenever you receive cards and hold **more than seven**, sell or discard at once until you are down to seven. A discarded card leaves the game, seen by everyone. With seven or fewer you do not discard.",
        ],
      },
      figure: null,
      caption: null,
    },
    {
      id: "known",
      title: { fr: "Ce que chacun sait", en: "What everyone knows" },
      text: {
        fr: [
          "Lots, mises, marché, ventes et défausses se passent au grand jour. Seules les quatre cartes de départ, la pioche et les cartes écartées au début sont secrètes. À l’écran, **l’œil** à droite des joueurs rappelle ce que tout le monde a vu de chaque main ; la machine n’en sait pas plus.",
          "Les gains restent face cachée, sauf si l’hôte a choisi de les montrer.",
        ],
        en: [
          "Lots, bids, the market, sales and discards happen in the open. Only the four first cards, the deck and the cards set aside at the start are secret. On screen, **the eye** to the right of the players recalls what everyone has seen of each hand; the machine knows no more.",
          "Gains stay face down, unless the host chose to show them.",
        ],
      },
      figure: null,
      caption: null,
    },
    {
      id: "end",
      title: { fr: "La fin", en: "The end" },
      text: {
        fr: [
          "La pioche s’épuise juste à la fin de la dernière manche. Chacun vend encore ce qu’il peut ; les cartes restées en main ne valent rien. **Le plus de points gagne** ; à égalité, le plus de cartes en main ; si l’égalité demeure, la victoire est partagée.",
        ],
        en: [
          "The deck runs out exactly at the end of the last round. Everyone sells what can still be sold; cards left in hand are worth nothing. **Most points wins**; on a tie, most cards in hand; if it is still a tie, the victory is shared.",
        ],
      },
      figure: null,
      caption: null,
    },
  ],
};
