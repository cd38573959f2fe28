/* The rules of VOC!: first what both games share and the basic game. Figures are drawn by
   Figure.svelte, the chapters of the advanced game and what is reconstructed stand in advanced.ts. */
import type { Rules } from "../../../rules/rules";
import { advanced } from "./advanced";

export const rules: Rules = {
  lead: {
    fr: "Tracer la route des Indes les yeux fermés, guidé par des rivaux qui crient nord, sud ou stop. S’enrichir plus qu’eux, sans laisser Amsterdam s’enrichir plus que tous.",
    en: "Draw your way to the Indies with your eyes closed, guided by rivals who call north, south or stop. Grow richer than they do, without letting Amsterdam grow richer than everyone.",
  },
  facts: {
    fr: ["de base à 4 ou 5, avancé de 3 à 5", "4 navires, 10 ports, 18 contrats", "1 à 2 heures"],
    en: ["basic for 4 or 5, advanced for 3 to 5", "4 ships, 10 ports, 18 contracts", "1 to 2 hours"],
  },
  end: {
    fr: "Un jeu de Joris Wiersinga et Jeroen Doumen. Texte et dessins sont les nôtres.",
    en: "A game by Joris Wiersinga and Jeroen Doumen. Words and drawings are our own.",
  },
  chapters: [
    {
      id: "aim",
      title: { fr: "Le but", en: "The aim" },
      text: {
        fr: [
          "Vous êtes marchand à Middelbourg, en Zélande, de 1585 à 1602. Vos hommes partent aux Indes sur quatre navires, mêlés à ceux de vos rivaux ; ce qu’ils rapportent remplit des **contrats**, et les contrats paient en **daalders**.",
          "Un contrat que personne ne remplit finit à **Amsterdam**, qui en compte la valeur. Quand paraît la carte **VOC**, la compagnie est fondée : **le plus riche gagne**. Mais si Amsterdam a plus que lui, **tout le monde a perdu**.",
          "> Deux jeux en un. Dans le **jeu de base**, à 4 ou 5, chacun a ses places à bord : il est expliqué d’abord. Dans le **jeu avancé**, de 3 à 5, on choisit ses navires et on signe ses contrats.",
        ],
        en: [
          "You are a merchant of Middelburg in Zeeland, from 1585 to 1602. Your men go to the Indies on four ships, side by side with those of your rivals; what they bring back fills **contracts**, and contracts pay in **daalders**.",
          "A contract nobody fills ends up in **Amsterdam**, which counts its value. When the **VOC** card appears the company is founded: **the richest wins**. But if Amsterdam has more than he has, **everyone has lost**.",
          "> Two games in one. In the **basic game**, for 4 or 5, everyone has fixed places aboard: it is told first. In the **advanced game**, for 3 to 5, you choose your ships and sign your contracts.",
        ],
      },
      figure: "race",
      caption: {
        fr: "Anna est la plus riche, et pourtant personne ne gagne : Amsterdam a 3 daalders de plus.",
        en: "Anna is the richest, and still nobody wins: Amsterdam has 3 daalders more.",
      },
    },
    {
      id: "ships",
      title: { fr: "Navires, hommes, ports", en: "Ships, men, ports" },
      text: {
        fr: [
          "Un navire se lit de gauche à droite : **les marins** d’un côté de la cloison, **les marchands** de l’autre. Qui possède **le marin le plus à gauche est capitaine**. Chaque marchand peut rapporter **une** marchandise.",
          "A et B, quatre marins et quatre marchands, vont dans l’océan Indien ; C et D, six et six, dans les mers de Chine et des Moluques.",
          "Dix ports offrent sept marchandises. Six en ont quatre ; les quatre ports à poivre n’en ont qu’une. Ce qui est livré, perdu ou de trop **retourne dans son port**.",
          "Jeu de base : chaque place a sa couleur. À quatre, chacun a dix hommes sur deux navires ; à cinq, chacun en a huit, et le cinquième joueur les a sur les quatre. On commence en 1585, tous à bord, **sans un daalder**.",
        ],
        en: [
          "A ship is read from left to right: **sailors** on one side of the bulkhead, **merchants** on the other. The owner of **the leftmost sailor is captain**. Each merchant can bring back **one** good.",
          "A and B, four sailors and four merchants, go to the Indian Ocean; C and D, six and six, to the seas of China and the Moluccas.",
          "Ten ports offer seven goods. Six of them have four; the four pepper ports have only one. Whatever is delivered, lost or left over **goes back to its port**.",
          "Basic game: every place has its colour. With four, each has ten men on two ships; with five, eight, and the fifth player has his on all four. You begin in 1585, all aboard, **without a daalder**.",
        ],
      },
      figure: "ship",
      caption: {
        fr: "Navire C : Anna est capitaine ; si elle perd son marin de gauche, Louis commande.",
        en: "Ship C: Anna is captain; if she loses her leftmost sailor, Louis commands.",
      },
    },
    {
      id: "year",
      title: { fr: "L’année en six phases", en: "The year in six phases" },
      text: {
        fr: [
          "**1** nouveaux contrats ; **2** scorbut ; **3** armement ; **4** navigation, navires A, B, C, D ; **5** ventes ; **6** l’année avance d’une case.",
          "Une année sur trois est une **année de convoi** : le scorbut frappe. 1585 en est une, mais on y saute les phases 1 et 2 ; **les quatre navires peuvent partir dès cette année-là**.",
        ],
        en: [
          "**1** new contracts; **2** scurvy; **3** refitting; **4** sailing, ships A, B, C, D; **5** sales; **6** the year moves on.",
          "Every third year is a **convoy year**: scurvy strikes. 1585 is one, but phases 1 and 2 are skipped then; **all four ships may leave in that very year**.",
        ],
      },
      figure: "calendar",
      caption: {
        fr: "Un bateau marque les années de convoi ; ici, nous sommes en 1591.",
        en: "A boat marks the convoy years; here we are in 1591.",
      },
    },
    {
      id: "orders",
      title: { fr: "Nouveaux contrats", en: "New contracts" },
      text: {
        fr: [
          "Un contrat dit ce qu’il demande, ce qu’il paie et, plus petit, sa pénalité, qui ne sert qu’au jeu avancé. S’il a deux côtés, livrez **tout l’un ou tout l’autre**.",
          "Trois contrats sont visibles au départ. Ensuite, chaque année, une carte s’ajoute à droite. **À la sixième, la plus ancienne, à gauche, part à Amsterdam.**",
          "La carte VOC est parmi les sept dernières : dans le jeu de base elle paraît entre 1595 et 1601.",
        ],
        en: [
          "A contract says what it needs, what it pays and, in smaller print, its penalty, which matters in the advanced game only. If it has two sides, deliver **all of one or all of the other**.",
          "Three contracts are in sight at the start. Then one card a year is added on the right. **At the sixth, the oldest, on the left, goes to Amsterdam.**",
          "The VOC card is among the last seven: in the basic game it appears between 1595 and 1601.",
        ],
      },
      figure: "row",
      caption: {
        fr: "Le sixième contrat est arrivé : les deux textiles partent à Amsterdam, qui compte 7 de plus.",
        en: "The sixth contract has come: the two textiles go to Amsterdam, which counts 7 more.",
      },
    },
    {
      id: "scurvy",
      title: { fr: "Scorbut et naufrage", en: "Scurvy and wrecks" },
      text: {
        fr: [
          "Les années de convoi, **chaque navire absent de Middelbourg perd son marin le plus à gauche**, qu’il soit en mer, dans un port ou échoué. L’homme rentre chez son maître ; le marin suivant donne le nouveau capitaine. Personne ne se décale.",
          "Un navire **sans aucun marin fait naufrage** : sa cargaison retourne dans les ports, ses hommes rentrent, la coque attend vide à Middelbourg.",
        ],
        en: [
          "In convoy years **every ship away from Middelburg loses its leftmost sailor**, at sea, in a port or aground. The man goes home to his owner; the next sailor names the new captain. Nobody moves up.",
          "A ship **without any sailor is wrecked**: its cargo goes back to the ports, its men go home, the hull waits empty at Middelburg.",
        ],
      },
      figure: "scurvy",
      caption: {
        fr: "1588 : Anna perd son marin, Louis devient capitaine. Deux marins encore, et le navire est perdu.",
        en: "1588: Anna loses her sailor, Louis becomes captain. Two more sailors, and the ship is lost.",
      },
    },
    {
      id: "refit",
      title: { fr: "Armement, jeu de base", en: "Refitting, basic game" },
      text: {
        fr: [
          "Tout navire vide à Middelbourg reprend son équipage au complet, **mais ne part que l’année suivante**. Rentré ou perdu en mer en 1588, il est armé en 1589 et repart en 1590. Perdu par le scorbut, il est armé la même année et repart l’année d’après. Les hommes perdus en route attendent ce moment chez leur maître.",
        ],
        en: [
          "Every empty ship at Middelburg gets its whole crew back, **but sails only in the next year**. Home or lost at sea in 1588, it is manned in 1589 and leaves in 1590. Lost to scurvy, it is manned in the same year and leaves in the next. Men lost on the way wait for that moment with their owner.",
        ],
      },
      figure: null,
      caption: null,
    },
    {
      id: "sail",
      title: { fr: "Les yeux fermés", en: "Eyes closed" },
      text: {
        fr: [
          "Le capitaine étudie la carte, puis **reste** sur place, sans rien embarquer, ou **appareille** : de Middelbourg, d’un point à son choix de la **route de Middelbourg**, la ligne au bas de la carte ; sinon, de là où le navire s’est arrêté.",
          "**À la plume.** Posez la souris, le doigt ou le stylet, et dessinez d’un seul trait. Tant que vous appuyez, ni carte, ni ligne, ni repère. **Levez : le navire s’arrête là**, et la carte revient.",
          "**Aux ordres**, au clavier, comme la machine. Un cap, de 0 (nord) à 359, et une longueur, de 1 à 90 sur une carte large de 1000 ; autant d’ordres que vous voulez. Chacun dévie un peu, souvent de moins de 5 degrés et de 6 %. Vous ne voyez où vous êtes qu’après vous être arrêté.",
          "> Une traversée se fait toute à la plume ou toute aux ordres, au choix du capitaine. Elle finit d’elle-même après 512 petits traits ou 64 ordres.",
        ],
        en: [
          "The captain studies the chart, then **stays** where he is, taking nothing aboard, or **sets sail**: from Middelburg at any point he likes of the **way to Middelburg**, the line at the bottom of the chart; otherwise from where the ship lies.",
          "**With the pen.** Put down mouse, finger or stylus and draw in one stroke. As long as you press there is no chart, no line, no mark. **Lift it: the ship stops there**, and the chart comes back.",
          "**By orders**, on the keyboard, as the machine does. A heading from 0 (north) to 359 and a length from 1 to 90 on a chart 1000 wide, as often as you like. Each goes a little astray, mostly by less than 5 degrees and 6 %. You see where you are only after you have stopped.",
          "> A voyage goes wholly by pen or wholly by orders, as the captain likes. It ends by itself after 512 short segments or 64 orders.",
        ],
      },
      figure: "blind",
      caption: {
        fr: "Au même instant : ce que le capitaine a devant lui, et ce que voit le reste de la table.",
        en: "At the same moment: what the captain has before him, and what the rest of the table sees.",
      },
    },
    {
      id: "words",
      title: { fr: "Crier au capitaine", en: "Calling to the captain" },
      text: {
        fr: [
          "Tous les autres voient la ligne avancer et peuvent crier **nord, sud, est, ouest ou stop**. Chacun a **un mot par marin** à lui sur ce navire, pour toute la traversée. Chaque mot de plus coûte **5 daalders**, à la banque ; sans marin à bord on paie dès le premier mot, et sans 5 daalders on se tait.",
          "Le capitaine n’entend que le mot et qui l’a crié. Il le suit ou non ; rien n’oblige à bien conseiller.",
          "À la plume, on crie à tout moment, et avant le premier trait de même. Aux ordres, un mot chacun entre deux ordres : le navire attend que les compagnons à qui il reste un mot l’aient crié ou se soient tus.",
          "> **La table se tait pendant la traversée.** Écrire dans la discussion est la même faute que parler : la page prévient, et le message coûte 5 daalders. Le capitaine n’écrit rien avant d’être arrivé.",
        ],
        en: [
          "Everyone else sees the line grow and may call **north, south, east, west or stop**. Each has **one word for each sailor** of his on this ship, for the whole voyage. Every word beyond costs **5 daalders**, to the bank; without a sailor aboard you pay from the first word, and without 5 daalders you keep quiet.",
          "The captain hears only the word and who called it. He follows it or not; nobody is bound to advise him well.",
          "With the pen, words come at any time, and before the first stroke as well. By orders, one word each between two orders: the ship waits until shipmates with a word left have called it or kept quiet.",
          "> **The table is silent during a voyage.** Writing to the table is the same offence as speaking: the page warns you, and the message costs 5 daalders. The captain writes nothing until he has arrived.",
        ],
      },
      figure: "words",
      caption: {
        fr: "Louis a deux marins à bord, donc deux mots ; Eve n’en a aucun, elle paie.",
        en: "Louis has two sailors aboard, hence two words; Eve has none, she pays.",
      },
    },
    {
      id: "landfall",
      title: { fr: "Ports, côtes, retour", en: "Ports, coasts, home" },
      text: {
        fr: [
          "La plume levée, on suit la ligne depuis son départ.",
          "**Un cercle** touché, même sans s’y arrêter, est une escale : une par port et par traversée, dans l’ordre. Le port d’où part la ligne compte aussi. **Dans un cercle, la côte ne fait rien.**",
          "**La côte, ou le bord de la carte**, ailleurs : terre ! Le navire s’échoue au dernier point sûr, et le reste de la ligne ne compte pas. On commerce d’abord dans les ports déjà touchés ; ensuite le marin le plus à gauche est perdu. Le suivant commandera l’an prochain ; s’il n’y en a plus, naufrage.",
          "**La route de Middelbourg**, une fois quittée : la toucher suffit, le navire est rentré. Hommes et marchandises vont à leurs propriétaires, et le navire est vide.",
          "**La pleine mer** : le navire attend là l’année suivante.",
          "> Le capitaine n’apprend rien de tout cela avant d’avoir levé la plume. Reparti d’un échouement, il a six unités pour se dégager de la côte. Levée sans avoir quitté le port, la plume laisse navire et équipage à Middelbourg.",
        ],
        en: [
          "Once the pen is lifted the line is followed from its start.",
          "**A circle** that is touched, even without stopping, is a call: one for each port and voyage, in order. The port the line starts from counts as well. **Inside a circle no coast does any harm.**",
          "**A coast or the edge of the chart** elsewhere: land! The ship runs aground at the last safe point, and the rest of the line does not count. Ports touched before are traded in first; then the leftmost sailor is lost. The next one commands next year; if there is none, it is a wreck.",
          "**The way to Middelburg**, once you have left it: touching it is enough, the ship is home. Men and goods go to their owners, and the ship is empty.",
          "**The open sea**: the ship waits there for the next year.",
          "> The captain learns nothing of this before he has lifted the pen. Setting out again after a grounding he has six units to get clear of the coast. Lifted before it has left harbour, the pen leaves ship and crew at Middelburg.",
        ],
      },
      figure: "chart",
      caption: {
        fr: "Trait plein : escale à Bantam, puis à Jambi ; la côte passe sous les cercles. Pointillé : échoué sur Java, sans escale.",
        en: "Solid line: calls at Bantam, then Jambi; the coast lies under the circles. Dotted: aground on Java, no call.",
      },
    },
    {
      id: "trade",
      title: { fr: "Dans un port", en: "In a port" },
      text: {
        fr: [
          "Les marchands aux mains vides choisissent **de gauche à droite** : prendre une marchandise, **sans rien payer**, ou attendre un meilleur port. Quand il n’y en a plus, c’est fini : l’unique poivre va au premier qui en veut.",
          "Un marchand garde ce qu’il a pris jusqu’à Middelbourg : on ne jette rien à la mer, et il ne prend rien d’autre.",
        ],
        en: [
          "Merchants with empty hands choose **from left to right**: take a good, **for nothing**, or wait for a better port. When there is none left it is over: the only pepper goes to the first who wants it.",
          "A merchant keeps what he took until Middelburg: nothing is thrown overboard, and he takes nothing else.",
        ],
      },
      figure: "trade",
      caption: {
        fr: "Ternate n’a plus que deux girofles : Louis attend, Anna et Eve se servent.",
        en: "Ternate has only two cloves left: Louis waits, Anna and Eve help themselves.",
      },
    },
    {
      id: "deals",
      title: { fr: "Négocier", en: "Deals" },
      text: {
        fr: [
          "Les ventes n’ont lieu que si quelqu’un a des marchandises. D’abord on négocie : des marchandises **débarquées cette année**, contre d’autres ou contre des daalders. Une offre s’adresse à un joueur, qui accepte ou refuse ; l’échange se fait aussitôt. **Les promesses ne lient personne.**",
          "Chacun a **deux offres par an** ; refusée ou retirée, une offre est dépensée. Avoir dit « fini » n’empêche pas de répondre.",
        ],
        en: [
          "Sales take place only if somebody has goods. First come deals: goods **landed this year**, for others or for daalders. An offer is made to one player, who accepts or refuses; the swap is done at once. **Promises bind nobody.**",
          "Everyone has **two offers a year**; refused or withdrawn, an offer is spent. Having said “done” you may still answer.",
        ],
      },
      figure: "deal",
      caption: {
        fr: "Anna offre son thé à Louis contre 6 daalders.",
        en: "Anna offers Louis her tea for 6 daalders.",
      },
    },
    {
      id: "contracts",
      title: { fr: "Remplir un contrat", en: "Filling a contract" },
      text: {
        fr: [
          "Dans le jeu de base, les contrats sont proposés de gauche à droite à ceux qui peuvent livrer, avec ce qu’ils ont débarqué ou en magasin. Qui parle en premier change chaque année.",
          "**Réclamez à la valeur imprimée ou moins** ; un rival capable de livrer peut **demander encore moins**, ou passer. **La demande la plus basse livre aussitôt** et touche ce qu’elle a dit, fût-ce 0. Les marchandises retournent dans leurs ports, la carte quitte la partie.",
          "**S’entendre.** Tant que le contrat est ouvert, qui le réclame peut promettre à chaque rival une somme pour qu’il passe, et l’augmenter. Accepter vaut passer ; la somme est versée quand il est payé, de sa bourse et de son prix ensemble, que toutes ses promesses ne dépassent jamais. Si un autre emporte le contrat, rien n’est dû. Personne ne livre à deux.",
          "> On reprend la rangée jusqu’à ce qu’un tour entier n’apporte aucune livraison : avoir passé une fois n’empêche pas d’y revenir au tour suivant.",
        ],
        en: [
          "In the basic game contracts are offered from left to right to those who can deliver, from what they landed or have in store. Who speaks first changes every year.",
          "**Claim at the printed value or less**; a rival able to deliver may **ask for less still**, or pass. **The lowest claim delivers at once** and gets what it said, be it 0. Goods go back to their ports, the card leaves the game.",
          "**Coming to terms.** While the contract is open its claimant may promise each rival a sum for passing, and raise it. Accepting is a pass; the sum is paid when he is paid, out of his purse and his price together, which all his promises never exceed. If another gets the contract nothing is owed. Nobody delivers jointly.",
          "> The row is gone through again until a whole sweep brings no delivery: who has passed once may come back in the next sweep.",
        ],
      },
      figure: "undercut",
      caption: {
        fr: "Louis livre pour 11, moins les 2 daalders d’Eve. Anna passe : elle n’ira pas plus bas.",
        en: "Louis delivers for 11, less the 2 daalders of Eve. Anna passes: she will not go lower.",
      },
    },
    {
      id: "store",
      title: { fr: "Le magasin", en: "The warehouse" },
      text: {
        fr: [
          "À la fin des ventes, chacun garde **deux marchandises** au plus, anciennes et nouvelles ensemble ; le reste retourne dans les ports. Qui a du poivre de plusieurs ports choisit lequel il garde, négocie ou livre ; s’il n’en dit rien, celui du port le plus à l’ouest part d’abord. Le magasin remplit vos contrats des années suivantes, mais ne se négocie plus.",
        ],
        en: [
          "At the end of the sales everyone keeps **two goods** at most, old and new together; the rest goes back to the ports. Who has pepper of several ports chooses which he keeps, deals or delivers; where he says nothing, that of the westernmost port leaves first. What is in store fills your contracts of later years, but is not for deals any more.",
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
          "La carte VOC arrête tout **à l’instant** : ni scorbut, ni navigation, ni ventes. Seuls comptent les daalders ; marchandises, navires et contrats ouverts ne valent rien.",
          "Amsterdam additionne la valeur de ses contrats. **Strictement plus que le plus riche : tout le monde perd.** À égalité avec elle, ou moins, le plus riche gagne ; des joueurs à égalité partagent la victoire.",
        ],
        en: [
          "The VOC card stops everything **at once**: no scurvy, no sailing, no sales. Only daalders count; goods, ships and open contracts are worth nothing.",
          "Amsterdam adds up the values of its contracts. **Strictly more than the richest: everyone loses.** Level with it, or above, the richest wins; equal players share the victory.",
        ],
      },
      figure: null,
      caption: null,
    },
    ...advanced,
  ],
};
