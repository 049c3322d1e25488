import type { Picture } from '../../../things/media/picture.ts'

/** A picture named in a text that an editor writes: enough to show it without asking the library. */
export type HomePicture = Pick<Picture, 'path' | 'width' | 'height' | 'alt'>

export type HomeLink = { readonly label: string; readonly href: string }

/** What the home page says, kept in the setting `home`. Plain text throughout. */
export type HomeContent = {
  readonly hero: {
    /** A few words above the title, e.g. the season. */
    readonly eyebrow: string
    readonly title: string
    readonly text: string
    readonly picture: HomePicture | null
    /** The first is the one thing to do. */
    readonly links: readonly HomeLink[]
  }
  readonly categories: {
    readonly title: string
    readonly text: string
    /** A tile each; the tint and the number of teas come from the category. */
    readonly tiles: readonly {
      readonly categorySlug: string
      readonly subtitle: string
      readonly picture: HomePicture | null
    }[]
  }
  readonly featured: {
    readonly title: string
    readonly text: string
    /** Products by address; featured ones when left empty. */
    readonly productSlugs: readonly string[]
  }
  readonly approach: {
    readonly title: string
    readonly text: string
    readonly points: readonly { readonly title: string; readonly text: string }[]
  }
  readonly journal: {
    readonly title: string
    /** Words beside the large picture; the first post's own when left out. */
    readonly teaser: { readonly title: string; readonly text: string; readonly link: HomeLink } | null
    /** The first is the long read, shown large; the newest posts when left empty. */
    readonly postSlugs: readonly string[]
  }
  readonly testimonials: {
    readonly title: string
    readonly items: readonly { readonly quote: string; readonly name: string; readonly location: string }[]
  }
}

/** What an empty shop greets with until an editor has written something better. */
export const defaultHome: HomeContent = {
  hero: {
    eyebrow: 'Welcome',
    title: 'Tea, from the leaf to the table',
    text: 'Loose teas bought by season, described honestly and packed fresh.',
    picture: null,
    links: [
      { label: 'Look at the teas', href: '/shop/' },
      { label: 'Read the journal', href: '/blog/' },
    ],
  },
  categories: { title: 'Kinds of tea', text: 'One plant, and what people have made of it.', tiles: [] },
  featured: { title: 'On the table now', text: 'What we are drinking this season.', productSlugs: [] },
  approach: { title: 'How we choose', text: '', points: [] },
  journal: { title: 'From the journal', teaser: null, postSlugs: [] },
  testimonials: { title: 'From our customers', items: [] },
}
