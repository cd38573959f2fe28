/* The rules of Batavia in our own words (see rules.ts). */
import type { Rules } from "../../../rules/rules";

export const rules: Rules = {
  lead: {
    fr: "De Madagascar à Java, d’échoppe en échoppe : avance qui tient la majorité. Achetez des bateaux, posez-les au bon moment, et laissez les pirates aux autres.",
    en: "From Madagascar to Java, from stall to stall: who holds a majority moves. Buy ships, lay them at the right moment, and leave the pirates to the others.",
  },
  facts: {
    fr: ["3 à 5 joueurs", "110 cartes Bateau, 35 échoppes", "45 à 60 minutes"],
    en: ["3 to 5 players", "110 ship cards, 35 stalls", "45 to 60 minutes"],
  },
  end: {
    fr: "Un jeu de Dan Glimne et Grzegorz Rejchtman. Texte et dessins sont les nôtres.",
    en: "A game by Dan Glimne and Grzegorz Rejchtman. Words and drawings are our own.",
  },
  chapters: [
    {
      id: "aim",
      title: { fr: "Le but", en: "The aim" },
      text: {
        fr: [
          "Cinq compagnies se disputent la route de Batavia : Angleterre, Danemark, France, Pays-Bas, Suède. Vous n’en êtes aucune : vous servez celle où vous êtes **le plus fort du moment**, et elle vous mène à ses échoppes.",
          "Chaque échoppe apporte une tuile, à échanger contre de l’or, et une caisse de marchandise au comptoir. À la fin, les comptoirs paient ceux qui y ont le plus de caisses. **Le plus d’or gagne.**",
        ],
        en: [
          "Five companies compete for the road to Batavia: England, Denmark, France, the Netherlands, Sweden. You are none of them: you serve the one where you are **strongest at the moment**, and it leads you to its stalls.",
          "Each stall brings a tile, to be exchanged for gold, and a crate of goods at a counter. In the end the counters pay whoever has the most crates there. **Most gold wins.**",
        ],
      },
      figure: "companies",
      caption: {
        fr: "Cinq compagnies, vingt-deux cartes chacune.",
        en: "Five companies, twenty-two cards each.",
      },
    },
    {
      id: "setup",
      title: { fr: "La route", en: "The route" },
      text: {
        fr: [
          "Trente-cinq échoppes, une de chaque compagnie et de chaque marchandise, jalonnent la route par paquets de cinq : chaque paquet a les cinq compagnies. Les dix premières sont visibles ; dès qu’un marchand s’arrête dans les cinq dernières visibles, on retourne les cinq suivantes.",
          "Chacun reçoit **dix cartes Bateau** et **quinze lettres de change**. Le nombre de cartes en main est public ; celui des lettres reste secret, sauf si l’hôte a choisi de les montrer.",
          "> Mise en place rapide : toutes les échoppes sont visibles, dans un ordre fixe. Nous n’avons pas les numéros imprimés au dos des 35 tuiles : **cet ordre est reconstitué** par nous. Il garde la règle des paquets de cinq et répartit les comptoirs chers sur toute la route.",
        ],
        en: [
          "Thirty-five stalls, one for each company and good, line the route in blocks of five: every block has all five companies. The first ten are face up; when a merchant stops among the last five that are face up, the next five are turned.",
          "Everyone gets **ten ship cards** and **fifteen bills of exchange**. How many cards you hold is public; your bills are secret, unless the host chose to show them.",
          "> Quick start: all stalls are face up, in a fixed order. The numbers printed on the backs of the 35 tiles are not known to us: **this order is our reconstruction**. It keeps the rule of blocks of five and spreads the dear counters over the whole route.",
        ],
      },
      figure: "route",
      caption: {
        fr: "Deux paquets de cinq : chaque compagnie une fois dans chacun. À partir de la case 11, les échoppes sont encore cachées.",
        en: "Two blocks of five: each company once in each. From space 11 on the stalls are still face down.",
      },
    },
    {
      id: "auction",
      title: { fr: "L’enchère", en: "The auction" },
      text: {
        fr: [
          "Chaque manche s’ouvre par une vente. **Le dé dit combien de cartes** on retourne ; elles se vendent en un seul paquet, contre des lettres de change. À gauche du commissaire-priseur, on enchérit ou l’on passe ; qui passe sort. Le commissaire-priseur enchérit aussi, en dernier. Une mise ne dépasse jamais les lettres que l’on a.",
          "Le gagnant paie sa mise **aux autres** : une lettre à la fois, en commençant à sa gauche. Il prend les cartes, le bateau, et joue le premier. Il sera commissaire-priseur à la manche suivante.",
          "> Si tout le monde passe, le paquet attend : les cartes de la manche suivante s’y ajoutent. Personne ne l’a gratuitement ; il faut miser au moins 1. À la première manche, c’est alors le commissaire-priseur qui commence ; plus tard, le premier joueur garde le bateau.",
        ],
        en: [
          "Every round opens with a sale. **The die says how many cards** are turned up; they are sold in one packet, for bills of exchange. From the left of the auctioneer you bid or pass; who passes is out. The auctioneer bids too, last. A bid is never above the bills you have.",
          "The winner pays his bid **to the others**: one bill at a time, beginning at his left. He takes the cards and the boat, and plays first. He will be the auctioneer of the next round.",
          "> If everybody passes, the packet waits and the cards of the next round are added to it. Nobody gets it for nothing; a bid is at least 1. In the first round the auctioneer then begins; later the first player keeps the boat.",
        ],
      },
      figure: "payment",
      caption: {
        fr: "Louis paie 5 : deux lettres à Eve, deux à Axel, une à Anna.",
        en: "Louis pays 5: two bills to Eve, two to Axel, one to Anna.",
      },
    },
    {
      id: "turn",
      title: { fr: "Votre tour", en: "Your turn" },
      text: {
        fr: [
          "Une fois par manche, l’un après l’autre, chacun fait **une seule chose** : piocher deux cartes, ou en poser.",
          "La pioche épuisée est refaite avec les bateaux coulés. S’il n’y a vraiment plus rien à piocher, qui peut poser doit poser ; qui ne peut pas ne prend rien.",
        ],
        en: [
          "Once a round, one after the other, everyone does **one thing**: draw two cards, or lay some.",
          "A pile that runs out is made anew of the ships sunk. If there is nothing at all to draw, who can lay must lay; who cannot takes nothing.",
        ],
      },
      figure: null,
      caption: null,
    },
    {
      id: "lay",
      title: { fr: "Poser des cartes, prendre les sceaux", en: "Laying cards, taking seals" },
      text: {
        fr: [
          "Posez devant vous autant de cartes que vous voulez, de toutes compagnies ; au moins une. Elles s’ajoutent à celles qui y sont déjà.",
          "Qui a **strictement plus** de cartes ouvertes d’une compagnie que chacun des autres en tient le **sceau**. À égalité, le sceau retourne sur le plateau.",
          "Après avoir posé, vous devez tenir **au moins un sceau**, nouveau ou ancien. Sinon, vous ne pouvez que piocher. À l’écran, l’effet de votre choix s’affiche avant que rien ne soit joué.",
        ],
        en: [
          "Lay as many cards before you as you like, of any companies; at least one. They join those already there.",
          "Who has **strictly more** open cards of a company than every other player holds its **seal**. On a tie the seal goes back to the board.",
          "After laying you must hold **at least one seal**, new or old. Otherwise you can only draw. On screen the effect of your choice is shown before anything is played.",
        ],
      },
      figure: "majority",
      caption: {
        fr: "Quatre contre trois : le sceau de Suède change de main. À quatre partout, personne ne l’aurait.",
        en: "Four against three: the Swedish seal changes hands. At four all nobody would have it.",
      },
    },
    {
      id: "sail",
      title: { fr: "Avancer", en: "Sailing on" },
      text: {
        fr: [
          "Votre marchand va à la **prochaine échoppe** d’une compagnie dont vous tenez le sceau, en sautant toutes les autres. Avec plusieurs sceaux, vous choisissez. Vous devez avancer ; on ne revient jamais en arrière.",
          "Prenez la tuile, et placez une de vos caisses au comptoir de sa marchandise. La place vide sera sautée par les suivants.",
        ],
        en: [
          "Your merchant goes to the **next stall** of a company whose seal you hold, past all the others. With several seals you choose. You must go on; nobody ever turns back.",
          "Take the tile, and put one of your crates into the counter of its good. The empty space is passed over from now on.",
        ],
      },
      figure: "sail",
      caption: {
        fr: "Avec les sceaux de Suède et d’Angleterre : la case 14 ou la case 15.",
        en: "With the seals of Sweden and England: stall 14 or stall 15.",
      },
    },
    {
      id: "exchange",
      title: { fr: "Échanger des tuiles", en: "Exchanging tiles" },
      text: {
        fr: [
          "Si la tuile prise est d’une compagnie dont vous n’en aviez pas, vous pouvez aussitôt échanger **une tuile de chaque compagnie que vous possédez**, toutes à la fois. On ne choisit pas lesquelles ; on choisit seulement d’échanger ou non.",
          "Les tuiles en double restent devant vous. Celles qui restent à la fin ne valent rien.",
        ],
        en: [
          "If the tile you took is of a company you had none of, you may at once exchange **one tile of every company you own**, all together. You do not choose which; you only choose whether.",
          "Second tiles of a company stay before you. Tiles left at the end are worth nothing.",
        ],
      },
      figure: "exchange",
      caption: {
        fr: "Plus on attend, plus une tuile rapporte ; mais il faut une compagnie nouvelle pour échanger.",
        en: "The longer you wait the more a tile brings; but only a new company allows the exchange.",
      },
    },
    {
      id: "pirates",
      title: { fr: "Les pirates", en: "Pirates" },
      text: {
        fr: [
          "Le canon compte toutes les cartes ouvertes. Dès qu’il y en a **25** à la fin d’un tour de joueur (**21** à trois joueurs), les pirates coulent **toutes les cartes de la compagnie la plus nombreuse**, chez tout le monde ; de plusieurs, si elles sont à égalité. Leurs sceaux retournent sur le plateau.",
          "Une attaque par tour de joueur, même si le compte reste au-dessus de la limite.",
        ],
        en: [
          "The cannon counts all open cards. As soon as there are **25** at the end of a player’s turn (**21** with three players), pirates sink **all cards of the company that has the most**, everybody’s; of several where they are equal. Their seals go back to the board.",
          "One attack a turn, even if the count stays above the limit.",
        ],
      },
      figure: "cannon",
      caption: {
        fr: "Vingt-cinq : les onze danoises sombrent, le canon recule à quatorze.",
        en: "Twenty-five: the eleven Danish cards go down, the cannon falls back to fourteen.",
      },
    },
    {
      id: "end",
      title: { fr: "Batavia, et le compte", en: "Batavia, and the count" },
      text: {
        fr: [
          "Qui pose des cartes et ne trouve devant lui **aucune échoppe de ses sceaux** va à Batavia et prend la tuile d’arrivée. On n’a pas le droit d’y aller tant qu’une échoppe est à sa portée. La manche s’achève ; les autres ne posent plus que pour atteindre une échoppe.",
          "Puis chacun pose le reste de sa main, sans pirates, et l’on compte : chaque **comptoir** à qui y a le plus de caisses (la moitié, arrondie à l’inférieur, à chacun des ex æquo), **5** au plus riche en lettres (2 à chaque ex æquo), **4** pour l’arrivée, **2** par sceau. À égalité d’or, la victoire est partagée.",
        ],
        en: [
          "Who lays cards and finds **no stall of his seals ahead** goes to Batavia and takes the arrival tile. You may not go there while a stall is within reach. The round is finished; the others may now lay only to reach a stall.",
          "Then everyone lays the rest of his hand, without pirates, and it is counted: each **counter** to whoever has the most crates there (half, rounded down, to each of those level), **5** for the most bills (2 to each of those level), **4** for the arrival, **2** a seal. Equal gold shares the victory.",
        ],
      },
      figure: "counters",
      caption: {
        fr: "La valeur des sept comptoirs, et celle d’une égalité.",
        en: "What the seven counters are worth, and what a tie brings.",
      },
    },
    {
      id: "known",
      title: { fr: "Ce que nous avons fixé", en: "What we have settled" },
      text: {
        fr: [
          "Le livret laisse quelques cas ouverts. Ici : une mise est d’au moins 1 ; les cartes se répartissent également, 22 par compagnie ; les caisses ne manquent jamais ; un comptoir vide ne rapporte à personne ; le premier commissaire-priseur est tiré au sort. S’il n’y a aucune carte à vendre, il n’y a pas d’enchère et le premier joueur reste le même. Si de toute une manche aucune carte n’est piochée, achetée ni posée, la partie s’arrête et l’on compte. L’ordre de la mise en place rapide est reconstitué.",
        ],
        en: [
          "The booklet leaves a few cases open. Here: a bid is at least 1; the cards are split evenly, 22 a company; crates never run out; an empty counter brings nobody anything; the first auctioneer is drawn by lot. Where there is no card to sell there is no auction and the first player stays. If in a whole round no card is drawn, bought or laid, the game ends and is counted. The order of the quick start is reconstructed.",
        ],
      },
      figure: null,
      caption: null,
    },
  ],
};
