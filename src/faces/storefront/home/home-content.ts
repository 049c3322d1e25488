import { z } from 'zod'
import { addError } from '../../../platform/rest/fields.ts'
import { MAX_ID } from '../../../platform/rest/params.ts'
import { linkPattern } from '../../../platform/web/link-pattern.ts'
import { cleanLine } from '../../../things/entries/clean-content.ts'
import type { Picture } from '../../../things/media/media.table.ts'

export type HomePicture = Pick<Picture, 'path' | 'width' | 'height' | 'alt'>

const line = (max: number) =>
  z.string().transform((value, context) => {
    const line = cleanLine(value)
    if (line.length > max) addError(context, `{name} takes at most ${max} characters.`)
    return line
  })
const heading = line(120)
const paragraph = line(600)
const text = { title: heading, text: paragraph }
const slug = z.string().max(200)

const href = z
  .string()
  .max(500)
  .transform((value, context) => {
    const address = value.trim()
    if (!linkPattern.test(address))
      addError(context, '{name} is a path such as /shop/ or an address that begins with https://.')
    return address
  })
const link = z.object({ label: heading, href })

/** A picture of the library by its path; omitted, it stays with the hero and with the tile of its category. */
const picture = z
  .object({ path: z.string().max(200) })
  .nullable()
  .optional()

export const homeFields = z.object({
  hero: z.object({
    ...text,
    /** Short text above the title, e.g. the season. */
    eyebrow: heading,
    picture,
    /** The first is the main action. */
    links: z.array(link).max(3),
  }),
  categories: z.object({
    ...text,
    /** One tile each; tint and number of products come from the category. */
    tiles: z.array(z.object({ categorySlug: slug, subtitle: heading, picture })).max(12),
  }),
  /** The products by slug; featured products if empty. */
  featured: z.object({ ...text, productSlugs: z.array(slug).max(12) }),
  approach: z.object({ ...text, points: z.array(z.object(text)).max(8) }),
  journal: z.object({
    title: heading,
    /** Text beside the large picture; defaults to that of the first post. */
    teaser: z.object({ ...text, link }).nullable(),
    /** The first is shown large; the newest posts if empty. */
    postSlugs: z.array(slug).max(3),
  }),
  testimonials: z.object({
    title: heading,
    items: z.array(z.object({ quote: paragraph, name: heading, location: heading })).max(8),
  }),
  version: z.int().min(0).max(MAX_ID).optional(),
})

export type SentHomeContent = z.output<typeof homeFields>
type Tile = SentHomeContent['categories']['tiles'][number]
type Pictured<T, P> = Omit<T, 'picture'> & { readonly picture: P }

/** `P`: how pictures are written down. */
export type HomeContent<P = HomePicture | null> = Omit<SentHomeContent, 'version' | 'hero' | 'categories'> & {
  readonly hero: Pictured<SentHomeContent['hero'], P>
  readonly categories: Omit<SentHomeContent['categories'], 'tiles'> & { readonly tiles: Pictured<Tile, P>[] }
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
