import { z } from 'zod'
import { defineCall, type RestResult } from '../../../platform/rest/call.ts'
import { addError } from '../../../platform/rest/fields.ts'
import { MAX_ID } from '../../../platform/rest/params.ts'
import type { Platform, WithSettings } from '../../../platform/web/context.ts'
import { paths } from '../../../platform/web/routes.ts'
import { problemError } from '../../../site/content/rest/entry-errors.ts'
import { cleanLine } from '../../../things/entries/clean-content.ts'
import type { EntrySettings } from '../../../things/entries/settings.ts'
import { linkPattern } from '../storefront-settings.ts'
import { loadHomeContent, saveHomeContent } from './home-content.store.ts'
import type { HomeContent, HomeContentJson } from './home-content.ts'

type HomeShop = Pick<Platform, 'db' | 'now'> & WithSettings<EntrySettings>

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

/** A place in the shop, or an address of another site. */
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

/** Every word of the home page. Its pictures stay with the hero and with the tile of their category. */
const fields = z.object({
  hero: z.object({ ...text, eyebrow: heading, links: z.array(link).max(3) }),
  categories: z.object({ ...text, tiles: z.array(z.object({ categorySlug: slug, subtitle: heading })).max(12) }),
  featured: z.object({ ...text, productSlugs: z.array(slug).max(12) }),
  approach: z.object({ ...text, points: z.array(z.object(text)).max(8) }),
  journal: z.object({
    title: heading,
    teaser: z.object({ ...text, link }).nullable(),
    postSlugs: z.array(slug).max(3),
  }),
  testimonials: z.object({
    title: heading,
    items: z.array(z.object({ quote: paragraph, name: heading, location: heading })).max(8),
  }),
  version: z.int().min(0).max(MAX_ID).optional(),
})

const withPictures = ({ version: _, ...body }: z.output<typeof fields>, before: HomeContent): HomeContent => ({
  ...body,
  hero: { ...body.hero, picture: before.hero.picture },
  categories: {
    ...body.categories,
    tiles: body.categories.tiles.map((tile) => ({
      ...tile,
      picture: before.categories.tiles.find(({ categorySlug }) => categorySlug === tile.categorySlug)?.picture ?? null,
    })),
  },
})

async function answer(shop: HomeShop): Promise<RestResult> {
  const { content: stored, entry } = await loadHomeContent(shop.db)
  return { json: { ...stored, version: entry?.version ?? 0 } satisfies HomeContentJson }
}

const common = { path: paths.restHomePage, capability: 'content.write' } as const

export const homeContentCalls = [
  defineCall({
    ...{ ...common, summary: 'The content of the home page', method: 'GET' },
    handler: (shop: HomeShop) => answer(shop),
  }),
  defineCall({
    ...{ ...common, summary: 'Writes the content of the home page', method: 'PUT', body: fields },
    async handler(shop: HomeShop, { body, user }) {
      const { content: before } = await loadHomeContent(shop.db)
      const change = { content: withPictures(body, before), version: body.version }
      const saved = await saveHomeContent(shop, shop.db, change, { author: user.id, now: shop.now() })
      return saved.ok ? answer(shop) : problemError(saved.problem)
    },
  }),
]
