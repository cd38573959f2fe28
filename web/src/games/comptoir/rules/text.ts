/* The rules of Comptoir des Antilles. Figures are drawn by Figure.svelte. */
import type { Rules } from "../../../rules/rules";

export const rules: Rules = {
  lead: {
    fr: "Envoyer ses porteurs là où la cargaison paie, faire partir les navires au bon moment, et laisser l’ardoise aux autres. Un tour se joue en une carte.",
    en: "Send your porters where the cargo pays, make ships sail at the right moment, and leave the slate to others. A turn is one card.",
  },
  facts: {
    fr: ["3 ou 4 joueurs", "20 navires, 16 marchandises", "40 à 60 minutes"],
    en: ["3 or 4 players", "20 ships, 16 goods", "40 to 60 minutes"],
  },
  end: {
    fr: "Un jeu d’Olivier Pauwels. Texte et dessins sont les nôtres.",
    en: "A game by Olivier Pauwels. Words and drawings are our own.",
  },
  chapters: [
    {
      id: "aim",
      title: { fr: "Le but", en: "The aim" },
      text: {
        fr: [
          "Vous dirigez dix **porteurs** dans un port des Antilles. Quatre navires sont à quai ; dès que l’un d’eux est complet, il part, et chaque porteur à bord rapporte la **prime** de sa marchandise.",
          "Ce que l’on gagne se lit sur la règle, de 0 à 100. **Le plus de primes à la fin gagne.**",
        ],
        en: [
          "You lead ten **porters** in a port of the West Indies. Four ships lie at the quays; as soon as one is full it sails, and every porter aboard earns the **prime** of its goods.",
          "What you earn is read on the ruler, from 0 to 100. **Most primes at the end wins.**",
        ],
      },
      figure: "ship",
      caption: {
        fr: "Cinq places, du rhum : encore un porteur, et le navire part.",
        en: "Five places, rum aboard: one more porter, and the ship sails.",
      },
    },
    {
      id: "goods",
      title: { fr: "Navires et marchandises", en: "Ships and goods" },
      text: {
        fr: [
          "Vingt navires, de **3 à 8 places** : quatre de 3, cinq de 4, cinq de 5, trois de 6, deux de 7, un de 8. Le prochain de la pile est toujours visible.",
          "Seize tuiles de marchandise : sept de madras, cinq de rhum, trois d’épices, une seule de vanille. La tuile posée devant un navire dit ce que gagne **chaque porteur** à bord.",
          "Au départ, chaque quai reçoit un navire et une tuile visible ; chacun pioche une tuile **secrète**. Qui commence, avec l’ardoise, est tiré au sort.",
        ],
        en: [
          "Twenty ships of **3 to 8 places**: four of 3, five of 4, five of 5, three of 6, two of 7, one of 8. The next one of the pile is always in sight.",
          "Sixteen goods tiles: seven madras, five rum, three spices and a single vanilla. The tile in front of a ship says what **each porter** aboard will earn.",
          "To begin with, every quay gets a ship and a tile face up, and everyone draws a **secret** tile. Who begins, with the slate, is drawn by lot.",
        ],
      },
      figure: "goods",
      caption: {
        fr: "Prime par porteur, et nombre de tuiles.",
        en: "Prime for each porter, and number of tiles.",
      },
    },
    {
      id: "relations",
      title: { fr: "Jouer une relation", en: "Playing a relation" },
      text: {
        fr: [
          "À votre tour, jouez **une de vos huit relations**, les mêmes pour tous. Elle place vos porteurs ; trois d’entre elles commencent par autre chose, si vous le voulez : déplacer, échanger ou renvoyer.",
          "**Placer est obligatoire** tant qu’il y a de la place et des porteurs : ce qui ne peut se faire est simplement sauté. Un navire n’embarque jamais plus de porteurs qu’il n’a de places. Voisins : les quais 1 et 2, 2 et 3, 3 et 4 ; un quai vide ne se saute pas.",
          "La carte jouée reste visible devant vous. Après la dernière, **reprenez les huit**.",
          "> Le livret renvoie à des images perdues : **les noms, les commissions et les effets des huit relations sont reconstitués** par nous, d’après les mots du texte qui en parlent.",
        ],
        en: [
          "On your turn play **one of your eight relations**, the same for everybody. It places your porters; three of them begin with something else, if you like: to move, to exchange or to send away.",
          "**Placing is compulsory** as long as there is room and you have porters: what cannot be done is simply skipped. A ship never takes more porters than it has places. Neighbours are quays 1 and 2, 2 and 3, 3 and 4; an empty quay is not jumped.",
          "The card you played stays in sight before you. After the last one **take all eight back**.",
          "> The booklet points to pictures that are lost: **names, commissions and effects of the eight relations are reconstructed** by us, from the words of the text that speak of them.",
        ],
      },
      figure: "relations",
      caption: {
        fr: "Les huit relations. La pièce, en haut à gauche, est la commission.",
        en: "The eight relations. The coin at the top left is the commission.",
      },
    },
    {
      id: "sail",
      title: { fr: "Un navire part", en: "A ship sails" },
      text: {
        fr: [
          "Une fois la carte entièrement jouée, tout navire complet part. D’abord **chacun touche ses primes** ; puis qui l’a fait partir paie la **commission** de la carte jouée, **une par navire**. Qui n’a pas assez paie ce qu’il a.",
          "Les porteurs rentrent chez eux, la tuile retourne sous la pile. Si plusieurs navires sont complets, vous choisissez leur ordre.",
        ],
        en: [
          "Once the card is played to its end, every full ship sails. First **everyone is paid**; then whoever made it sail pays the **commission** of the card he played, **one for each ship**. Whoever has too little pays what he has.",
          "Porters go home, the tile goes back under the pile. If several ships are full, you choose their order.",
        ],
      },
      figure: "wages",
      caption: {
        fr: "Rhum, 3 par porteur : trois porteurs font 9, deux font 6. La commission du Contremaître est de 2.",
        en: "Rum, 3 for each: three porters make 9, two make 6. The Foreman’s commission is 2.",
      },
    },
    {
      id: "the-slate",
      title: { fr: "L’ardoise", en: "The slate" },
      text: {
        fr: [
          "Qui tient l’ardoise commence le tour ; les autres suivent dans le sens horaire. Et s’il fait partir un navire, il peut **laisser l’ardoise** à un joueur qui avait un porteur à bord : celui-ci paie la commission à sa place et garde l’ardoise.",
          "On ne la laisse qu’une fois par tour de jeu. Si personne ne l’a laissée pendant le tour de table, elle passe à gauche ; sinon elle reste où elle est, et ce joueur commence.",
        ],
        en: [
          "The holder of the slate begins the round; the others follow clockwise. And if he makes a ship sail, he may **leave the slate** to a player who had a porter aboard: that one pays the commission for him and keeps the slate.",
          "It is left only once in a turn. If nobody left it during the round it goes to the left; otherwise it stays where it is, and that player begins.",
        ],
      },
      figure: "slate",
      caption: {
        fr: "Anna fait partir le navire et laisse l’ardoise à Louis, qui paie 2.",
        en: "Anna makes the ship sail and leaves the slate to Louis, who pays 2.",
      },
    },
    {
      id: "refill",
      title: { fr: "Les nouveaux navires", en: "New ships" },
      text: {
        fr: [
          "Les navires suivants viennent aux quais vides, le plus petit numéro d’abord. Qui a fait partir les autres pioche une tuile par nouveau navire, les mêle à sa tuile secrète, et **choisit laquelle va à chacun**. Une tuile reste dans sa main.",
          "> Les tuiles revenues sous la pile le sont à la vue de tous : quand on arrive à elles, chacun sait ce qui est pioché. À l’écran, touchez le prochain navire pour voir ce que l’on sait de la pile.",
        ],
        en: [
          "The next ships come to the empty quays, lowest number first. Whoever made the others sail draws a tile for each new ship, adds them to his secret one, and **chooses which goes to each**. One tile stays in his hand.",
          "> Tiles that went back under the pile did so in sight of everyone: once they are reached, all know what is drawn. On screen, touch the next ship to see what is known of the pile.",
        ],
      },
      figure: null,
      caption: null,
    },
    {
      id: "events",
      title: { fr: "Les événements", en: "Events" },
      text: {
        fr: [
          "Dès que tous ont au moins 1 prime, on peut **une fois par tour de jeu** mettre un événement aux enchères. La tuile est retournée ; vous ouvrez à 1 au moins, les autres montent ou passent, jusqu’à ce qu’il n’en reste qu’un. Il paie en primes et garde la tuile devant lui.",
          "**Une fois par tour de jeu**, avant ou après votre carte, posez un de vos événements sur un navire qui n’en a pas. Il l’emporte toujours sur les relations.",
          "> Les dix événements sont ceux du livret ; **le nombre de tuiles de chacun est reconstitué** : seize en tout. La partie se joue aussi sans événements, c’est une variante à l’ouverture de la table.",
        ],
        en: [
          "As soon as everyone has at least 1 prime, you may put an event to auction **once in your turn**. The tile is turned up; you open with at least 1, the others raise or pass until one is left. He pays in primes and keeps the tile before him.",
          "**Once in your turn**, before or after your card, put one of your events on a ship that has none. It always prevails over relations.",
          "> The ten events are the booklet’s; **how many tiles there are of each is reconstructed**: sixteen in all. The game can also be played without events, a variant when you open a table.",
        ],
      },
      figure: "events",
      caption: {
        fr: "Les dix événements, et leur nombre.",
        en: "The ten events, and how many there are.",
      },
    },
    {
      id: "end",
      title: { fr: "La fin", en: "The end" },
      text: {
        fr: [
          "Quand le **vingtième navire** accoste, on finit le tour de table. La partie s’arrête aussi dès qu’un joueur a **100 primes**, avant même la commission.",
          "Le plus de primes gagne ; à égalité, la victoire est partagée.",
        ],
        en: [
          "When the **twentieth ship** docks, the round is played to its end. The game also ends at once when a player has **100 primes**, even before the commission.",
          "Most primes wins; on a tie, the victory is shared.",
        ],
      },
      figure: null,
      caption: null,
    },
    {
      id: "open",
      title: { fr: "Ce que le livret laisse ouvert", en: "What the booklet leaves open" },
      text: {
        fr: [
          "Ici : les effets de déplacement, d’échange et de renvoi sont facultatifs ; l’enchère continue jusqu’à ce que tous sauf un aient passé ; on ne mise pas plus que ses primes ; Créance rapporte une fois la valeur du navire, même si les autres ne peuvent tout payer ; Avarie et Au feu retirent la marchandise pour de bon, Tempête la remet sous la pile ; un départ dû à un événement ne coûte pas de commission ; un événement posé quitte la partie avec son navire ; après le vingtième navire, un quai vide le reste.",
        ],
        en: [
          "Here: moving, exchanging and sending away are optional; an auction goes on until all but one have passed; nobody bids more primes than he has; Claim earns the size of the ship once, even if the others cannot pay it all; Damage and Fire take the goods out for good, Storm puts them under the pile; a ship that sails by an event costs no commission; an event that was put leaves the game with its ship; after the twentieth ship an empty quay stays empty.",
        ],
      },
      figure: null,
      caption: null,
    },
  ],
};
