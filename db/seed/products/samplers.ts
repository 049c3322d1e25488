import type { SeedProduct } from '../types.ts'

/** Gift boxes and samplers. */
export const samplers: readonly SeedProduct[] = [
  {
    slug: 'six-kinds-sampler',
    name: 'Six Kinds, One Leaf',
    type: 'simple',
    sku: 'GFT-SIXKINDS-60',
    regularPriceCents: 3900,
    stock: 48,
    weightGrams: 210,
    netGrams: 60,
    taxClass: 'grocery',
    featured: true,
    categories: ['gifts'],
    tags: ['set', 'gift', 'a good first tea'],
    subtitle: 'Six teas · 10 g each',
    short:
      'White, green, yellow, oolong, black and dark, ten grams of each with a card on how to brew them: the whole map in one box.',
    description: [
      'All true tea comes from one plant, and the six kinds differ by what is done to the leaf after picking. Reading that takes a minute. Tasting it takes an afternoon and is much more convincing.',
      'Inside are White Peony, Huang Shan Mao Feng, Huo Shan Huang Ya, Dong Ding, Qimen Hao Ya and Menghai Shou Pu’er, each in its own small pouch with enough for two or three pots. The folded card says how much, how hot, how long, and what to look for. We suggest going from light to dark with a few plain crackers, and keeping the wet leaves on a plate to compare.',
    ],
    attributes: {
      pa_size: ['60 g'],
      pa_origin: ['China', 'Taiwan'],
      pa_caffeine: ['Medium'],
      pa_harvest: ['Several seasons'],
    },
    illustration: {
      type: 'tea',
      leaf: 'twists',
      leafColours: ['#6B7A45', '#4A2F22'],
      liquor: '#DDB35A',
      landscape: 'terraces',
      pack: 'box',
    },
    publishedDaysAgo: 90,
  },
  {
    slug: 'first-gongfu-set',
    name: 'First Gongfu Set',
    type: 'simple',
    sku: 'GFT-GONGFU',
    regularPriceCents: 9450,
    stock: 11,
    weightGrams: 1180,
    taxClass: 'standard',
    categories: ['gifts', 'teaware'],
    tags: ['gift', 'gongfu', 'set'],
    subtitle: 'Gaiwan, pitcher, cups, oolong',
    short:
      'Everything for brewing small and often: porcelain gaiwan, glass pitcher, six tasting cups and a 25 g tin of Dong Ding.',
    description: [
      'We put this together after the fifth person in a week asked what they needed to start. The answer is less than you would think, and it fits in a box the size of a loaf of bread.',
      'Gaiwan, fairness pitcher and cups are the ones we sell singly, a little cheaper together. The tin holds twenty-five grams of Dong Ding, which makes five sessions of six infusions and forgives a beginner’s hand. A sheet of instructions comes with it, illustrated, one side only.',
    ],
    attributes: {
      pa_material: ['Porcelain', 'Borosilicate glass'],
      pa_capacity: ['120 ml'],
      pa_care: ['Dishwasher safe'],
    },
    illustration: { type: 'vessel', vessel: 'gaiwan', colours: ['#EFE9DC', '#2C5A45'] },
    publishedDaysAgo: 65,
  },
  {
    slug: 'matcha-morning-set',
    name: 'Matcha Morning Set',
    type: 'simple',
    sku: 'GFT-MATCHA',
    regularPriceCents: 13250,
    stock: 5,
    weightGrams: 940,
    taxClass: 'standard',
    categories: ['gifts', 'teaware'],
    tags: ['gift', 'matcha', 'set'],
    subtitle: 'Bowl, whisk, 30 g of Uji matcha',
    short:
      'A speckled stoneware bowl, an 80-tine whisk with its holder, and a tin of Uji matcha, wrapped in a cotton cloth.',
    description: [
      'Two grams, seventy millilitres, twenty seconds with the whisk. This box holds all you need to do that every morning for a fortnight, and after that only the powder runs out.',
      'The bowl is pale oat with iron specks, a little smaller than the black one on the shelf and friendlier to small hands. The holder keeps the whisk in shape while it dries. It comes tied in a furoshiki, so there is nothing to wrap and nothing to throw away.',
    ],
    attributes: { pa_material: ['Stoneware', 'Bamboo'], pa_capacity: ['400 ml'], pa_care: ['Hand wash'] },
    illustration: { type: 'vessel', vessel: 'matcha-bowl', colours: ['#D9CDB4', '#86A94A'] },
    publishedDaysAgo: 28,
  },
]
