import { defineCall, type RestResult } from '../../../platform/rest/call.ts'
import { invalidFields } from '../../../platform/rest/params.ts'
import { toGmtIso } from '../../../platform/time/shop-time.ts'
import type { Platform, WithSettings } from '../../../platform/web/context.ts'
import { paths } from '../../../platform/web/routes.ts'
import { contentWrite } from '../../../site/content/capabilities.ts'
import { listSignedRevisions } from '../../../site/content/content-entries.store.ts'
import { problemError } from '../../../site/content/rest/entry-errors.ts'
import { restoreRevision } from '../../../things/entries/entry-status.ts'
import type { EntrySettings } from '../../../things/entries/settings.ts'
import { findPictures } from '../../../things/media/media.store.ts'
import { loadHomeContent, saveHomeContent } from './home-content.store.ts'
import {
  type HomeContent,
  type HomeContentJson,
  type HomePicture,
  type HomeRevisionJson,
  homeFields,
  type SentHomeContent,
} from './home-content.ts'

type HomeShop = Pick<Platform, 'db' | 'now'> & WithSettings<EntrySettings>

/** The content with its pictures: those sent, else those of hero, slides and tiles. Null if one is not in the library. */
export async function withPictures(db: Platform['db'], { version: _, ...body }: SentHomeContent, before: HomeContent) {
  const sent = [body.hero, ...body.hero.slides, ...body.categories.tiles].flatMap(({ picture: one }) => one?.path ?? [])
  const earlier = [before.hero, ...before.hero.slides, ...before.categories.tiles]
  const kept = earlier.flatMap(({ picture: one }) => one ?? [])
  const known = new Map([...kept, ...(await findPictures(db, sent))].map((one) => [one.path, one]))
  if (!sent.every((path) => known.has(path))) return null
  const chosen = (one: { readonly path: string } | null | undefined, otherwise: HomePicture | null | undefined) =>
    one === undefined ? (otherwise ?? null) : ((one && known.get(one.path)) ?? null)
  const tileOf = (slugOfTile: string) => before.categories.tiles.find(({ categorySlug }) => categorySlug === slugOfTile)
  const tiles = body.categories.tiles.map((tile) => ({
    ...tile,
    picture: chosen(tile.picture, tileOf(tile.categorySlug)?.picture),
  }))
  const slides = body.hero.slides.map((slide, index) => ({
    ...slide,
    picture: chosen(slide.picture, before.hero.slides[index]?.picture),
  }))
  const hero = { ...body.hero, picture: chosen(body.hero.picture, before.hero.picture), slides }
  return { ...body, hero, categories: { ...body.categories, tiles } } satisfies HomeContent
}

async function answer(shop: HomeShop): Promise<RestResult> {
  const { content: stored, entry } = await loadHomeContent(shop.db)
  return { json: { ...stored, version: entry?.version ?? 0 } satisfies HomeContentJson }
}

const common = { path: paths.restHomePage, capability: contentWrite } as const

export const homeContentCalls = [
  defineCall({
    ...common,
    summary: 'The content of the home page',
    method: 'GET',
    handler: (shop: HomeShop) => answer(shop),
  }),
  defineCall({
    ...common,
    summary: 'Writes the content of the home page',
    method: 'PUT',
    body: homeFields,
    async handler(shop: HomeShop, { body, user }) {
      const { content: before } = await loadHomeContent(shop.db)
      const content = await withPictures(shop.db, body, before)
      if (!content) return invalidFields({ 'hero.picture': 'A picture is not in the library any more.' })
      const change = { content, version: body.version }
      const saved = await saveHomeContent(shop, shop.db, change, { author: user.id, now: shop.now() })
      return saved.ok ? answer(shop) : problemError(saved.problem)
    },
  }),
  defineCall({
    summary: 'Revisions of the home page, newest first',
    method: 'GET',
    capability: common.capability,
    path: `${common.path}/revisions`,
    async handler(shop: HomeShop) {
      const { entry } = await loadHomeContent(shop.db)
      const revisions = entry ? await listSignedRevisions(shop.db, entry.id) : []
      const json: HomeRevisionJson[] = revisions.map(({ id, authorName, createdAt, fields: texts }) => ({
        id,
        author_name: authorName ?? '',
        date_gmt: toGmtIso(createdAt),
        fields: texts,
      }))
      return { json }
    },
  }),
  defineCall({
    summary: 'Makes a revision of the home page the newest content',
    method: 'POST',
    action: 'edit',
    capability: common.capability,
    path: `${common.path}/revisions/:id{[0-9]+}/restore`,
    async handler(shop: HomeShop, { id: revisionId, user }) {
      const { entry } = await loadHomeContent(shop.db)
      const target = { kind: 'template', id: entry?.id ?? 0, revisionId } as const
      const restored = await restoreRevision(shop, shop.db, target, { author: user.id, now: shop.now() })
      return restored.ok ? answer(shop) : problemError(restored.problem)
    },
  }),
]
