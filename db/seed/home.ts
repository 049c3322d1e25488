import type { SeedBlock } from './seed-blocks.ts'

/** The home page of the demo shop. The long article is featured; its teaser is beside the large picture. */
export const home: readonly SeedBlock[] = [
  {
    block: 'home_hero',
    names_page: true,
    items: [
      {
        eyebrow: 'From this year’s harvest',
        title: 'Tea that knows where it grew',
        text: 'Longjing from the hills above West Lake, rock oolong from Wuyi, fireweed from the Cariboo. Bought in small lots, described plainly, packed by hand in Toronto.',
        picture: 'picture:home-hero',
        label_1: 'See all teas',
        url_1: '/product-category/tea/',
        label_2: 'Start with a sampler',
        url_2: '/product/six-kinds-sampler/',
      },
      {
        eyebrow: 'From the journal',
        title: 'The first leaves of the year',
        text: 'Smaller, brighter and gone by May. What a first flush is, why it costs more, and which of ours we would take to a desert island with a kettle.',
        picture: 'picture:slide-spring',
        label_1: 'See green teas',
        url_1: '/product-category/green-tea/',
        label_2: 'What first flush means',
        url_2: '/blog/what-first-flush-means/',
      },
      {
        eyebrow: 'Through the winter',
        title: 'Dark evenings, dark teas',
        text: 'Black teas from Yunnan and Assam, pressed bricks that have had years to think, and how to keep all of them well until spring.',
        picture: 'picture:slide-evening',
        label_1: 'See black teas',
        url_1: '/product-category/black-tea/',
        label_2: 'Keeping tea',
        url_2: '/blog/keeping-tea-through-winter/',
      },
    ],
  },
  {
    block: 'category_tiles',
    title: 'Six kinds, one plant',
    text: 'What people do to the leaf after picking makes all the difference. And then there are the herbs.',
    items: [
      { category: ['product_cat:white-tea'], subtitle: 'Withered, dried, left alone', picture: 'picture:kind-white' },
      {
        category: ['product_cat:green-tea'],
        subtitle: 'Steamed or pan-fired while fresh',
        picture: 'picture:kind-green',
      },
      {
        category: ['product_cat:yellow-tea'],
        subtitle: 'Wrapped warm until it mellows',
        picture: 'picture:kind-yellow',
      },
      {
        category: ['product_cat:oolong'],
        subtitle: 'Bruised, half turned, often roasted',
        picture: 'picture:kind-oolong',
      },
      { category: ['product_cat:black-tea'], subtitle: 'Rolled and fully oxidized', picture: 'picture:kind-black' },
      { category: ['product_cat:dark-tea'], subtitle: 'Fermented, pressed, aged', picture: 'picture:kind-dark' },
      {
        category: ['product_cat:herbal'],
        subtitle: 'Leaf, flower and grain without caffeine',
        picture: 'picture:kind-herbal',
      },
    ],
  },
  {
    block: 'featured_products',
    title: 'On our table this month',
    text: 'Four we keep reaching for, and four for when the evenings are cold.',
    products: [
      'product:xi-hu-longjing',
      'product:dong-fang-mei-ren',
      'product:anji-bai-cha',
      'product:fireweed',
      'product:bai-hao-yin-zhen',
      'product:dian-hong-golden-buds',
      'product:jasmine-dragon-pearls',
      'product:shou-mei-2016',
    ],
  },
  {
    block: 'approach',
    title: 'How we choose',
    text: 'About one sample in fifteen ends up on the shelf.',
    items: [
      {
        title: 'By season',
        text: 'We buy when the leaf is picked, in amounts that will be gone before the next picking. Sold out means that it was fresh.',
      },
      {
        title: 'Blind, and twice',
        text: 'Three people, plain white cups, no names on the table. A week later we taste again, as first impressions are often loud ones.',
      },
      {
        title: 'With an address',
        text: 'Every tin names the county, the month and, where we know it, the cultivar. If we do not know, we leave it out.',
      },
      {
        title: 'With a recipe that works',
        text: 'Grams, millilitres, degrees, minutes: tried with Toronto tap water on an ordinary stove, by someone in a hurry.',
      },
    ],
  },
  {
    block: 'journal',
    title: 'From the journal',
    posts: ['post:how-oolong-is-made', 'post:what-first-flush-means', 'post:keeping-tea-through-winter'],
    teaser_title: 'A night and a day: how oolong is made',
    teaser_text:
      'Pick at noon, bruise until four in the morning, stop at the moment when the leaf smells of gardenia. We follow a batch of oolong through one night and a day.',
  },
  {
    block: 'letters',
    title: 'Letters to the packing room',
    items: [
      {
        quote: 'You wrote four minutes on the tin, I did two, and I blamed the tea. I have since apologized to it.',
        name: 'Graham T.',
        about: 'Kingston, Ontario',
      },
      {
        quote: 'The gaiwan reached Iqaluit in one piece and the oolong did not last until the plane left again.',
        name: 'Robert I.',
        about: 'Iqaluit, Nunavut',
      },
      {
        quote:
          'I asked which tea would suit a man who dislikes tea. They sent one pouch and a short note. He is on his third order.',
        name: 'Colette M.',
        about: 'Moncton, New Brunswick',
      },
      {
        quote: 'My grandmother read the harvest date, the county and the cultivar out loud and said: at last.',
        name: 'Wei-Lin Z.',
        about: 'Richmond, British Columbia',
      },
      {
        quote:
          'We read your steeping times aloud at breakfast as other families read the weather. Yours are more reliable.',
        name: 'Ines and Paul D.',
        about: 'Rimouski, Québec',
      },
      {
        quote: 'The fireweed smells like the summer after the fire, and I mean that as thanks.',
        name: 'Claire S.',
        about: 'Williams Lake, British Columbia',
      },
    ],
  },
]
