import type { SeedComment } from './types.ts'

/** Short letters under the post on tea in the snow, which fill more than a page. */
const snowLetters: readonly (readonly [author: string, text: string])[] = [
  [
    'Hélène Gagnon',
    'Québec City, Plains of Abraham, minus eighteen: Assam with maple syrup already in it. The syrup keeps the children walking.',
  ],
  [
    'Tom Akerman',
    'Ripe pu’er in a dented steel flask that was my father’s. He took coffee. The flask has forgiven me.',
  ],
  ['Priya Raman', 'Masala chai, twice the ginger. You can smell me coming on the canal.'],
  ['Gord Whelan', 'Lapsang. My brother-in-law thought the ice hut was on fire.'],
  [
    'Mei-Lin Chow',
    'Hot water and a gaiwan in a sock, exactly as you say. It works until somebody asks what the sock is.',
  ],
  [
    'Sasha Petrenko',
    'Black tea, black bread, a lump of sugar between the teeth. We did not need a blog for this, but it is nice to read.',
  ],
  [
    'Lorraine Bear',
    'At the top of the gondola in Canmore water boils at about ninety-two. Roasted oolong does not mind.',
  ],
  ['Owen MacNeil', 'Cape Breton, wind from the side. I drink it lying down behind a drift.'],
  [
    'Fatima Haidari',
    'Green cardamom and Kabul-style green tea. You say that green tea turns to spinach; ours is gone before it can.',
  ],
  ['Jules Bélanger', 'On Mount Royal the squirrels now know the sound of my flask.'],
  ['Ingrid Sorensen', 'Rooibos for the dog sled, because one of us is always eight years old.'],
  ['Dev Anand', 'Learned the hard way that a flask of Earl Grey and a flask of mushroom soup look alike.'],
  ['Ruth Kowalchuk', 'Yellowknife. Below minus thirty the lid freezes shut. Carry it inside the jacket, lid down.'],
  ['Cameron Tait', 'Hojicha at the outdoor rink. The other parents have started to bring their own cups.'],
  ['Noémie Caron', 'Tisane of linden for the way home, when the legs are tired and the sky is pink.'],
  ['Walter Friesen', 'I pour breakfast tea over a spoon of jam. It has been forty-one winters.'],
  ['Aiko Tanabe', 'Genmaicha in a stone bottle, wrapped in a scarf, then in another scarf.'],
  ['Bill Oake', 'Gander to Twillingate by skidoo, one litre of Assam, none left at the bridge.'],
  ['Chantal Dubois', 'A tip from the sugar bush: warm the flask twice. The first water only wakes it up.'],
  [
    'Harjit Brar',
    'Ripe tangerine peel pu’er on the Crowsnest trail. The peel smells of summer when everything else smells of wool.',
  ],
  ['Nora Fraser', 'I read this aloud in the tent and we voted. Hojicha won, six to two, and the two had cocoa.'],
  ['Leo Marchetti', 'Came for the tea, stayed for the bench. Which lake is it with that view?'],
]

export const moreComments: readonly SeedComment[] = [
  ...snowLetters.map(([author, text], index) => ({
    post: 'tea-and-snow',
    author,
    email: `${author
      .toLowerCase()
      .normalize('NFD')
      .replace(/[^a-z]+/g, '.')}@example.com`,
    text,
    daysAgo: 140 - index * 4,
  })),
  {
    post: 'what-first-flush-means',
    author: 'Margaret Liu',
    email: 'margaret.liu@example.com',
    text: 'I opened mine on the day it came and was disappointed. Three weeks later it is another tea altogether. Is that usual?',
    daysAgo: 3,
    replies: [
      {
        staff: 'editor@samovar.test',
        text: 'Quite usual. It has travelled by air, fresh from the dryer, and needs a little time to settle. We taste ours again in the second week for that reason.',
        daysAgo: 3,
        replies: [
          {
            author: 'Margaret Liu',
            email: 'margaret.liu@example.com',
            text: 'Then I shall hide the second tin from myself until May.',
            daysAgo: 2,
          },
        ],
      },
    ],
  },
  {
    post: 'how-oolong-is-made',
    author: 'Étienne Roy',
    email: 'etienne.roy@example.com',
    text: 'The part about bruising the edges made me look at the wet leaf for the first time. Red rim, green heart, just as you say.',
    daysAgo: 27,
  },
  {
    post: 'how-oolong-is-made',
    author: 'Carol Benoit',
    email: 'carol.benoit@example.com',
    text: 'How many hands touch a leaf before it gets to Moncton?',
    daysAgo: 25,
    replies: [
      {
        staff: 'owner@samovar.test',
        text: 'The people in Dong Ding laughed and counted: the picker, the one who shakes, the one who rolls, the one who sorts, and ours. Five pairs, give or take a sack.',
        daysAgo: 24,
      },
    ],
  },
  {
    post: 'reading-a-tea-label',
    author: 'Sunil Mehta',
    email: 'sunil.mehta@example.com',
    text: 'I have been buying SFTGFOP because it was the longest word. I feel seen.',
    daysAgo: 49,
    replies: [
      {
        author: 'Beth Anne Hill',
        email: 'beth.hill@example.com',
        text: 'You are not alone. I had it on a list.',
        daysAgo: 48,
      },
    ],
  },
  {
    post: 'keeping-tea-through-winter',
    author: 'Darlene Moose',
    email: 'darlene.moose@example.com',
    text: 'Thompson, Manitoba. Parcel was a brick of ice. Left it until the next morning as you wrote, and the Longjing was perfect.',
    daysAgo: 100,
  },
  {
    post: 'the-second-steep',
    author: 'Yusuf Karim',
    email: 'yusuf.karim@example.com',
    text: 'Day two of an experiment: the same five grams of Tie Guan Yin, nine steeps, one stubborn man.',
    daysAgo: 80,
    replies: [
      {
        staff: 'editor@samovar.test',
        text: 'We salute you. What did the ninth taste of?',
        daysAgo: 80,
        replies: [
          {
            author: 'Yusuf Karim',
            email: 'yusuf.karim@example.com',
            text: 'Of having been right at seven.',
            daysAgo: 79,
          },
        ],
      },
    ],
  },
  {
    post: 'tea-and-snow',
    author: 'Kirsten Dahl',
    email: 'kirsten.dahl@example.com',
    text: 'Hojicha in the flask for the ski trail, since this winter. The thermos had only ever known coffee and it shows no regrets.',
    daysAgo: 120,
  },
  {
    post: 'tea-on-a-train',
    author: 'Marc Pelletier',
    email: 'marc.pelletier@example.com',
    text: 'I was on that train. It was my butterscotch.',
    daysAgo: 250,
    replies: [
      {
        staff: 'owner@samovar.test',
        text: 'Then there is a tin with your name on it here. Write to us where to send it.',
        daysAgo: 249,
      },
    ],
  },
]
