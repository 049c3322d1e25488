import type { SeedComment, SeedReply } from './types.ts'

/** The quarrel below the post about milk: more threads than a page of comments has. */

const by = (author: string, daysAgo: number, text: string, replies: readonly SeedReply[] = []) => ({
  author,
  email: `${author
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z ]/g, '')
    .replaceAll(' ', '.')}@example.com`,
  text,
  daysAgo,
  replies,
})

const noor = (daysAgo: number, text: string): SeedReply => ({ staff: 'editor@samovar.test', text, daysAgo })

const threads = [
  by(
    'Fergus Kidd',
    261,
    'Milk first, in a mug, with a bag, for fifty-one years. Come to Cape Breton and say beige to my face.',
    [noor(260, 'We would be glad to. May we bring a pot?'), by('Fergus Kidd', 260, 'You may bring a cake.')],
  ),
  by(
    'Oluwaseun Ade',
    260,
    'Did the test with my flatmates in Halifax. Four out of four chose milk last, and now nobody knows what to argue about.',
  ),
  by(
    'Margit Tamm',
    260,
    'You forgot condensed milk. One spoon at the bottom, strong Ceylon on top, stir when you have finished crying.',
    [by('Rohan Perera', 258, 'Two spoons. But yes.')],
  ),
  by(
    'Hélène Caron',
    259,
    'En Beauce on met le lait après, puis on ne mesure rien. Result: two camps here as well, and my mother heads both.',
  ),
  by(
    'Stuart Penner',
    258,
    'The thermometer part convinced me. I had been pouring onto cold milk in a thin mug all winter and blaming the blend.',
  ),
  by(
    'Aiyana Bell',
    257,
    'What about oat? Mine splits into little flakes with the Assam and stays smooth with the Yunnan.',
    [
      noor(
        256,
        'Assam is the sourer of the two, and oat drink curdles where it is sour and hot. Let the cup cool for two minutes first, or warm the oat drink a little.',
      ),
      by('Aiyana Bell', 255, 'Two minutes did it. Thank you.'),
    ],
  ),
  by('Desmond Clarke', 255, 'My grandmother could hear milk going in first from the next room. I have tested this.'),
  by('Yuki Tanabe', 254, 'Nothing in green tea, ever. I write this only because my brother-in-law reads here.', [
    by('Mark Olafson', 253, 'It was one time, Yuki.'),
  ]),
  by(
    'Priya Menon',
    252,
    'Chai is not milk in tea. It is tea in milk, boiled together until the whole street knows. Please do not settle that one with a thermometer.',
    [
      noor(251, 'Agreed, and kept out of the trial for that reason. How long do you boil it?'),
      by('Priya Menon', 250, 'Until it has climbed up the pan three times.'),
    ],
  ),
  by(
    'Walter Friesen',
    250,
    'Evaporated milk, from the tin, at minus thirty. There is no first or last, there is only before it freezes.',
  ),
  by(
    'Nadia Kowalchuk',
    247,
    'We ran it at work, nine people, blind. Seven said that they could tell. Four were right. Nobody has spoken of it since.',
  ),
  by(
    'Tomás Ribeiro',
    244,
    'The squeezing paragraph will cost you readers. I squeezed one in front of my wife this morning and read it out to her. She is thinking it over.',
  ),
  by(
    'Beatrice Lund',
    239,
    'Sugar after five in the morning on the ice: correct. My father kept the lumps in a film can.',
  ),
  by(
    'Kwame Boateng',
    231,
    'Is there a black tea of yours that takes milk and is still interesting without it? We are one of each in this house.',
    [
      noor(
        230,
        'Dian Hong Golden Buds. With milk it turns into caramel, without it there is sweet potato and malt. It forgives four minutes as well as two.',
      ),
      by('Kwame Boateng', 218, 'Ordered, drunk, peace. For now.'),
    ],
  ),
  by('Elsie Traverse', 226, 'Twillingate reporting. Milk last, so you can see what you are doing.'),
  by(
    'Jean-Guy Pelletier',
    219,
    'I put the lid on as you said and measured it with the meat thermometer. Six degrees, to the degree.',
  ),
  by('Samira Yusuf', 205, 'Somalis would like a word about cardamom.', [by('Priya Menon', 204, 'And cloves.')]),
  by(
    'Arne Solberg',
    188,
    'Boiled twice: my wife maintains that it tastes tired. I maintain that we do. Neither of us has changed sides.',
  ),
  by(
    'Lorraine Dubeau',
    160,
    'I read this in the waiting room and laughed out loud, and then had to explain to a stranger what a curtain in front of a Darjeeling is.',
  ),
  by('Conor Walsh', 131, 'Tried both behind a door, as ordered. My son chose coffee.'),
  by(
    'Ingrid Haugen',
    96,
    'Late to this. In our family the milk goes in first because the cups were thin and cracked otherwise. We have had thick mugs since 1974 and still do it.',
    [by('Fergus Kidd', 95, 'That is what tradition means.')],
  ),
  by('Meera Chandra', 52, 'Second infusion for guests: I now serve it first and keep the other for myself.'),
  by('Paul Okafor', 19, 'Households intact in Lethbridge: one. It was close.'),
  by('Danielle Roy', 7, 'My mother has read it and asks me to pass on that water does remember.'),
]

export const milkComments: readonly SeedComment[] = threads.map((thread) => ({
  post: 'milk-first-and-other-quarrels',
  ...thread,
}))
