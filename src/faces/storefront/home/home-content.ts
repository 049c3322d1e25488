import type { Picture } from '../../../things/media/media.table.ts'
import type { Link } from '../storefront-settings.ts'

export type HomePicture = Pick<Picture, 'path' | 'width' | 'height' | 'alt'>

type Text = { readonly title: string; readonly text: string }

export type HomeContent = {
  readonly hero: Text & {
    /** Short text above the title, e.g. the season. */
    readonly eyebrow: string
    readonly picture: HomePicture | null
    /** The first is the main action. */
    readonly links: readonly Link[]
  }
  readonly categories: Text & {
    /** One tile each; tint and number of products come from the category. */
    readonly tiles: readonly { categorySlug: string; subtitle: string; picture: HomePicture | null }[]
  }
  /** The products by slug; featured products if empty. */
  readonly featured: Text & { readonly productSlugs: readonly string[] }
  readonly approach: Text & { readonly points: readonly Text[] }
  readonly journal: {
    readonly title: string
    /** Text beside the large picture; defaults to that of the first post. */
    readonly teaser: (Text & { readonly link: Link }) | null
    /** The first is shown large; the newest posts if empty. */
    readonly postSlugs: readonly string[]
  }
  readonly testimonials: {
    readonly title: string
    readonly items: readonly { readonly quote: string; readonly name: string; readonly location: string }[]
  }
}

export type HomeContentJson = HomeContent & { readonly version: number }

export type HomeRevisionJson = Readonly<Record<'author_name' | 'date_gmt', string>> & {
  readonly id: number
  readonly fields: unknown
}

export const defaultHomeContent: HomeContent = {
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
