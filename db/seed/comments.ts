import { milkComments } from './comments-milk.ts'
import type { SeedComment } from './types.ts'

/** Comments under the posts and the shop's replies. A reply names the author it replies to. */
export const postComments: readonly SeedComment[] = [
  {
    post: 'water-before-leaf',
    author: 'Bronwyn Sato',
    email: 'bronwyn.sato@example.com',
    text: 'Kitchener here, and now I know why my Longjing tasted of chalk. A filter jug and a week later it is another tea.',
    daysAgo: 11,
    replies: [
      {
        staff: 'editor@samovar.test',
        text: 'That is the letter we hope for. Try it at 75 °C as well, the sweetness comes up even more.',
        daysAgo: 10,
        replies: [
          {
            author: 'Bronwyn Sato',
            email: 'bronwyn.sato@example.com',
            text: 'Tried it this morning. You were right.',
            daysAgo: 9,
          },
        ],
      },
      {
        author: 'Piotr Nowak',
        email: 'piotr.nowak@example.com',
        text: 'Same in Guelph. The film on the cup is gone since I filter.',
        daysAgo: 8,
      },
    ],
  },
  {
    post: 'water-before-leaf',
    author: 'Danielle Roy',
    email: 'danielle.roy@example.com',
    text: 'Does it matter whether I boil the water twice? My mother says that it goes flat.',
    daysAgo: 6,
    replies: [
      {
        staff: 'owner@samovar.test',
        text: 'Hardly. A second boil drives off a little more air, and in hard water some lime settles, which is if anything a gain. What your mother tastes may be the kettle: descale it once with vinegar.',
        daysAgo: 6,
      },
    ],
  },
  {
    post: 'gongfu-at-a-kitchen-table',
    author: 'Amrit Gill',
    email: 'amrit.gill@example.com',
    text: 'I did this with a soup bowl, a saucer and two egg cups. Seven infusions of Tie Guan Yin and nobody scalded.',
    daysAgo: 20,
  },
  {
    post: 'gongfu-at-a-kitchen-table',
    author: 'Simone Arsenault',
    email: 'simone.arsenault@example.com',
    text: 'My lid always slides. Is there a trick, or do I have the wrong hands?',
    daysAgo: 61,
    replies: [
      {
        staff: 'owner@samovar.test',
        text: 'Less water and a wider gap. Then it is the index finger that holds the lid, and thumb and middle finger carry only the rim. Practise with cold water over the sink.',
        daysAgo: 60,
        replies: [
          {
            author: 'Simone Arsenault',
            email: 'simone.arsenault@example.com',
            text: 'Twelve bowls of cold water later: it holds. The sink has never been so clean.',
            daysAgo: 59,
          },
        ],
      },
    ],
  },
  {
    post: 'how-oolong-is-made',
    author: 'Howard Jessup',
    email: 'howard.jessup@example.com',
    text: 'I had always thought that oolong was a plant of its own. It explains why mine never came up.',
    daysAgo: 30,
    replies: [
      {
        author: 'Lien Truong',
        email: 'lien.truong@example.com',
        text: 'You planted a tea bag?',
        daysAgo: 29,
        replies: [
          {
            author: 'Howard Jessup',
            email: 'howard.jessup@example.com',
            text: 'A good one.',
            daysAgo: 29,
          },
        ],
      },
    ],
  },
  {
    post: 'how-oolong-is-made',
    author: 'Lien Truong',
    email: 'lien.truong@example.com',
    text: 'Who decides when it is enough, if there are several people at the trays? We could not agree on a paint colour.',
    daysAgo: 28,
    replies: [
      {
        staff: 'editor@samovar.test',
        text: 'One person, always, and he sleeps in the afternoon so that his nose is awake at four. The others carry.',
        daysAgo: 27,
      },
    ],
  },
  {
    post: 'reading-a-tea-label',
    author: 'Gavin Moar',
    email: 'gavin.moar@example.com',
    text: 'Went through my cupboard with this in hand. Nine tins, two harvest dates, one “imperial”.',
    daysAgo: 51,
    replies: [
      {
        staff: 'editor@samovar.test',
        text: 'Two out of nine is above the average of our own cupboards when we started.',
        daysAgo: 50,
      },
    ],
  },
  {
    post: 'what-first-flush-means',
    author: 'Shabnam Rizvi',
    email: 'shabnam.rizvi@example.com',
    text: 'How long does a first flush stay a first flush, once the tin is open?',
    daysAgo: 3,
    replies: [
      {
        staff: 'owner@samovar.test',
        text: 'The high notes go first, after six weeks or so. It is still a good tea at Christmas, just no longer a loud one.',
        daysAgo: 3,
        replies: [
          {
            author: 'Shabnam Rizvi',
            email: 'shabnam.rizvi@example.com',
            text: 'Then I shall stop saving it for visitors.',
            daysAgo: 2,
          },
        ],
      },
    ],
  },
  {
    post: 'keeping-tea-through-winter',
    author: 'Olive Ducharme',
    email: 'olive.ducharme@example.com',
    text: 'The cupboard above the stove was mine. I have moved everything to the hall and the hall now smells of Keemun.',
    daysAgo: 112,
    replies: [
      {
        author: 'Bertram Nagy',
        email: 'bertram.nagy@example.com',
        text: 'There are worse things to come home to.',
        daysAgo: 110,
      },
    ],
  },
  {
    post: 'how-to-light-a-samovar',
    author: 'Anton Reimer',
    email: 'anton.reimer@example.com',
    text: 'We have my great-aunt’s in the attic in Steinbach. How can I tell whether it has been lit dry at some time?',
    daysAgo: 140,
    replies: [
      {
        staff: 'owner@samovar.test',
        text: 'Fill it with cold water, stand it on newspaper overnight and look in the morning. If the paper is dry, feel around the foot of the chimney inside: a rough, grey bead means that somebody has soldered it before.',
        daysAgo: 139,
        replies: [
          {
            author: 'Anton Reimer',
            email: 'anton.reimer@example.com',
            text: 'Dry paper, smooth seam. We lit it for her ninetieth with cones from the yard. She drank four glasses and corrected everybody.',
            daysAgo: 120,
          },
        ],
      },
    ],
  },
  {
    post: 'cold-tea-for-a-hot-porch',
    author: 'Maud Kennedy',
    email: 'maud.kennedy@example.com',
    text: 'The red jug was gone before the burgers were done. Is there any reason not to make it with sparkling water?',
    daysAgo: 171,
    replies: [
      {
        staff: 'editor@samovar.test',
        text: 'Only that the bubbles will be gone by morning. Make it at double strength with still water and top it up in the glass.',
        daysAgo: 170,
      },
      {
        author: 'Tyrell Osborne',
        email: 'tyrell.osborne@example.com',
        text: 'Done with ginger ale. Regret nothing.',
        daysAgo: 166,
      },
    ],
  },
  {
    post: 'a-week-of-fireweed',
    author: 'Claire Setter',
    email: 'claire.setter@example.com',
    text: 'We had the fire of four years ago right up to the fence, and this summer the whole slope was purple. It helps to know that somebody makes something of it.',
    daysAgo: 225,
    replies: [
      {
        staff: 'owner@samovar.test',
        text: 'Thank you for writing this. If you ever feel like picking, we know a barn.',
        daysAgo: 224,
      },
    ],
  },
  ...milkComments,
]
