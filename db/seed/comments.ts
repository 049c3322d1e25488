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
]
