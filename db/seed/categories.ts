import type { SeedCategory } from './types.ts'

/** Product categories in menu order; a child names its parent and comes after it. */
export const categories: readonly SeedCategory[] = [
  {
    slug: 'tea',
    name: 'Tea',
    description:
      'Six kinds of tea from one plant, bought by season and packed in Toronto in amounts you can drink while they are fresh.',
    tint: '#E3E8D6',
  },
  {
    slug: 'white-tea',
    name: 'White tea',
    parent: 'tea',
    description: 'Buds and young leaves that are only withered and dried: soft, hay-sweet, and slow to turn bitter.',
    tint: '#EFEADB',
  },
  {
    slug: 'green-tea',
    name: 'Green tea',
    parent: 'tea',
    description:
      'Leaf heated within hours of picking, in the pan or in steam, so that it keeps its colour and its spring.',
    tint: '#D9E6CB',
  },
  {
    slug: 'yellow-tea',
    name: 'Yellow tea',
    parent: 'tea',
    description:
      'A rare cousin of green tea, wrapped warm and left to mellow until the sharp edge is gone and the cup tastes of corn and chestnut.',
    tint: '#F2E5B2',
  },
  {
    slug: 'oolong',
    name: 'Oolong',
    parent: 'tea',
    description:
      'Partly oxidized tea, bruised by hand and often roasted, running from lilac and cream to mineral and toasted peach.',
    tint: '#E4D6B4',
  },
  {
    slug: 'black-tea',
    name: 'Black tea',
    parent: 'tea',
    description:
      'Fully oxidized leaf from brisk hill gardens and warm river plains, for milk, for lemon, or for neither.',
    tint: '#E9CDB8',
  },
  {
    slug: 'dark-tea',
    name: 'Dark tea',
    parent: 'tea',
    description:
      'Tea that microbes and time have worked on after the maker was done: pu-erh, Liu Bao, Fu brick and kin.',
    tint: '#D7C7BA',
  },
  {
    slug: 'herbal',
    name: 'Herbal tisanes',
    description: 'Leaves, flowers and grains that are not tea, picked for how they taste and good at any hour.',
    tint: '#EBD3CC',
  },
  {
    slug: 'remedies',
    name: 'Herbal remedies',
    description:
      'Four simple blends in the manner of the kitchen cupboard, described by what is in them and how people have long used them.',
    tint: '#DDE3D0',
  },
  {
    slug: 'teaware',
    name: 'Teaware',
    description: 'Pots, cups and tools that pour cleanly, feel right in the hand and last longer than a season.',
    tint: '#DCE3E6',
  },
  {
    slug: 'pots-and-gaiwans',
    name: 'Pots and gaiwans',
    parent: 'teaware',
    description: 'Vessels to brew in, from a lidded bowl for one to a glass pot for a table of four.',
    tint: '#DCE3E6',
  },
  {
    slug: 'cups-and-bowls',
    name: 'Cups and bowls',
    parent: 'teaware',
    description: 'Thin rims for light oolongs, heavy stoneware for cold mornings, and a proper bowl for matcha.',
    tint: '#DCE3E6',
  },
  {
    slug: 'tools',
    name: 'Tools',
    parent: 'teaware',
    description: 'Kettle, scale, whisk and the other plain things that make a good cup repeatable.',
    tint: '#DCE3E6',
  },
  {
    slug: 'storage',
    name: 'Storage',
    parent: 'teaware',
    description: 'Tins and flasks that keep light, air and kitchen smells away from the leaf.',
    tint: '#DCE3E6',
  },
  {
    slug: 'gifts',
    name: 'Gifts and samplers',
    description: 'Boxes for somebody who is curious, or for yourself before you commit to fifty grams of anything.',
    tint: '#E8D9D6',
  },
]
