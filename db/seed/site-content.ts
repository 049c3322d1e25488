/**
 * Texts of the home page, header and footer of the demo shop. Pictures are named by their files in
 * `db/seed/pictures/`, without extension.
 */
import type { HomeContent } from '../../src/faces/storefront/home/home-content.ts'

/** The content of the home page. The long article is featured; its teaser is beside the large picture. */
export const home = {
  hero: {
    eyebrow: 'From this year’s harvest',
    title: 'Tea that knows where it grew',
    text: 'Longjing from the hills above West Lake, rock oolong from Wuyi, fireweed from the Cariboo. Bought in small lots, described plainly, packed by hand in Toronto.',
    picture: 'home-hero',
    links: [
      { label: 'See all teas', href: '/product-category/tea/' },
      { label: 'Start with a sampler', href: '/product/six-kinds-sampler/' },
    ],
    slides: [
      {
        eyebrow: 'From the journal',
        title: 'The first leaves of the year',
        text: 'Smaller, brighter and gone by May. What a first flush is, why it costs more, and which of ours we would take to a desert island with a kettle.',
        picture: 'slide-spring',
        links: [
          { label: 'See green teas', href: '/product-category/green-tea/' },
          { label: 'What first flush means', href: '/blog/what-first-flush-means/' },
        ],
      },
      {
        eyebrow: 'Through the winter',
        title: 'Dark evenings, dark teas',
        text: 'Black teas from Yunnan and Assam, pressed bricks that have had years to think, and how to keep all of them well until spring.',
        picture: 'slide-evening',
        links: [
          { label: 'See black teas', href: '/product-category/black-tea/' },
          { label: 'Keeping tea', href: '/blog/keeping-tea-through-winter/' },
        ],
      },
    ],
  },
  categories: {
    title: 'Six kinds, one plant',
    text: 'What people do to the leaf after picking makes all the difference. And then there are the herbs.',
    tiles: [
      { categorySlug: 'white-tea', subtitle: 'Withered, dried, left alone', picture: 'kind-white' },
      { categorySlug: 'green-tea', subtitle: 'Steamed or pan-fired while fresh', picture: 'kind-green' },
      { categorySlug: 'yellow-tea', subtitle: 'Wrapped warm until it mellows', picture: 'kind-yellow' },
      { categorySlug: 'oolong', subtitle: 'Bruised, half turned, often roasted', picture: 'kind-oolong' },
      { categorySlug: 'black-tea', subtitle: 'Rolled and fully oxidized', picture: 'kind-black' },
      { categorySlug: 'dark-tea', subtitle: 'Fermented, pressed, aged', picture: 'kind-dark' },
      { categorySlug: 'herbal', subtitle: 'Leaf, flower and grain without caffeine', picture: 'kind-herbal' },
    ],
  },
  featured: {
    title: 'On our table this month',
    text: 'Four we keep reaching for, and four for when the evenings are cold.',
    productSlugs: [
      'xi-hu-longjing',
      'dong-fang-mei-ren',
      'anji-bai-cha',
      'fireweed',
      'bai-hao-yin-zhen',
      'dian-hong-golden-buds',
      'jasmine-dragon-pearls',
      'shou-mei-2016',
    ],
  },
  approach: {
    title: 'How we choose',
    text: 'About one sample in fifteen ends up on the shelf.',
    points: [
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
  journal: {
    title: 'From the journal',
    teaser: {
      title: 'A night and a day: how oolong is made',
      text: 'Pick at noon, bruise until four in the morning, stop at the moment when the leaf smells of gardenia. We follow a batch of oolong through one night and a day.',
      link: { label: 'Read how oolong is made', href: '/blog/how-oolong-is-made/' },
    },
    postSlugs: ['how-oolong-is-made', 'what-first-flush-means', 'keeping-tea-through-winter'],
  },
  testimonials: {
    title: 'Letters to the packing room',
    items: [
      {
        quote: 'You wrote four minutes on the tin, I did two, and I blamed the tea. I have since apologized to it.',
        name: 'Graham T.',
        location: 'Kingston, Ontario',
      },
      {
        quote: 'The gaiwan reached Iqaluit in one piece and the oolong did not last until the plane left again.',
        name: 'Robert I.',
        location: 'Iqaluit, Nunavut',
      },
      {
        quote:
          'I asked which tea would suit a man who dislikes tea. They sent one pouch and a short note. He is on his third order.',
        name: 'Colette M.',
        location: 'Moncton, New Brunswick',
      },
      {
        quote: 'My grandmother read the harvest date, the county and the cultivar out loud and said: at last.',
        name: 'Wei-Lin Z.',
        location: 'Richmond, British Columbia',
      },
      {
        quote:
          'We read your steeping times aloud at breakfast as other families read the weather. Yours are more reliable.',
        name: 'Ines and Paul D.',
        location: 'Rimouski, Québec',
      },
      {
        quote: 'The fireweed smells like the summer after the fire, and I mean that as thanks.',
        name: 'Claire S.',
        location: 'Williams Lake, British Columbia',
      },
    ],
  },
} satisfies HomeContent<string>

/** The store notice; a dismissal is remembered by its id. */
export const storeNotice = {
  id: 'free-shipping-75',
  text: 'Free shipping in Canada from $75.',
}

/** The shop's details as the pages state them. */
export const business = {
  title: 'Samovar',
  tagline: 'Tea, from the leaf to the table',
  email: 'hello@samovar.test',
  phone: '416-555-0118',
  address: {
    company: 'Samovar Tea House',
    address1: '214 Sterling Road, Unit 9',
    address2: '',
    city: 'Toronto',
    state: 'ON',
    postcode: 'M6R 2B2',
    country: 'CA',
  },
  policies: {
    returnDays: 30,
    returns: 'Thirty days to change your mind.',
    inStock: 'in our Toronto packing room',
    madeToOrder: 'Packed to order in Toronto, in the size you choose',
    onShelf: 'On our shelves in Toronto',
  },
} as const

/** Links at the end of a page. */
export const footerHighlights: readonly { readonly title: string; readonly text: string; readonly href: string }[] = [
  { title: 'Shipping', text: '$9.95 anywhere in Canada, free from $75.', href: '/shipping-returns/' },
  { title: 'On the road', text: 'Two to six business days, packed by hand in Toronto.', href: '/shipping-returns/' },
  { title: 'Returns', text: 'Thirty days, and a credit for a tea you did not like.', href: '/shipping-returns/' },
  {
    title: 'Questions',
    text: 'hello@samovar.test or 416-555-0118, weekdays 9:30 to 16:30 Eastern.',
    href: '/contact/',
  },
]
