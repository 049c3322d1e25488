import { and, eq, isNull, lt, lte, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import { unavailableReason } from '../../../platform/database/unavailable-reason.ts'
import { runEach } from '../../../platform/jobs/run-each.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { type FetchProblem, fetchPublic, retryableProblems } from '../../../platform/web/fetch-public.ts'
import { invalidatePageTags } from '../../../platform/web/page-tags.ts'
import { addUpload } from '../../../things/media/add-upload.ts'
import { cleanPicture } from '../../../things/media/clean-picture.ts'
import { deleteMedia } from '../../../things/media/media.store.ts'
import { uploadFiles } from '../../../things/media/upload-files.ts'
import { lockProductsAndStock, readRecords } from '../product-record.store.ts'
import { productCacheTags, saveProduct } from '../save-product.ts'
import { pictureRequests } from './picture-requests.table.ts'

const limits = { maxBytes: 15_000_000, timeoutMs: 20_000 }
const MAX_TRIES = 5
/** After this time an unfinished attempt is repeated by another process. */
const CLAIM_MS = 120_000

type Shop = Pick<Platform, 'db' | 'now' | 'files' | 'dataDir'>
type PictureRequest = typeof pictureRequests.$inferSelect
type Outcome =
  | { readonly ok: true; readonly bytes: Buffer }
  | { readonly ok: false; readonly problem: FetchProblem | 'not-a-picture' | 'too-many-pixels' }

/** Fetches all requested pictures, one by one, and adds each to its product at its position. Returns their number. */
export async function fetchPictures(shop: Shop, isAllowed?: (ip: string, port: number) => boolean): Promise<number> {
  let done = 0
  await runEach(claims(shop), async (request) => {
    // Each of its tries ended in an error, or with the process.
    if (request.tries > MAX_TRIES) return recordProblem(shop.db, request, 'not-added', shop.now())
    const fetched = await fetchPublic(request.address, { ...limits, ...(isAllowed && { isAllowed }) })
    const outcome = fetched.ok ? await cleanPicture(fetched.bytes) : fetched
    await settle(shop, request, outcome).catch(async (error: unknown) => {
      if (unavailableReason(error) !== null) await forgetTry(shop.db, request)
      throw error
    })
    done += 1
  })
  return done
}

async function* claims(shop: Shop): AsyncGenerator<PictureRequest> {
  for (let next = await claimNext(shop); next; next = await claimNext(shop)) yield next
}

/** An outage of database or storage says nothing about the picture. */
const forgetTry = (db: Db, { id }: PictureRequest) =>
  db
    .update(pictureRequests)
    .set({ tries: sql`${pictureRequests.tries} - 1` })
    .where(eq(pictureRequests.id, id))

/** Claims the oldest request that is due by postponing its next try, so that no other process fetches it too. */
async function claimNext({ db, now }: Shop): Promise<PictureRequest | null> {
  const oldest = db
    .select({ id: pictureRequests.id })
    .from(pictureRequests)
    .where(and(isNull(pictureRequests.problem), lte(pictureRequests.nextTryAt, now())))
    .orderBy(pictureRequests.id)
    .limit(1)
    .for('update', { skipLocked: true })
  const [claimed] = await db
    .update(pictureRequests)
    .set({ tries: sql`${pictureRequests.tries} + 1`, nextTryAt: new Date(now().getTime() + CLAIM_MS) })
    .where(eq(pictureRequests.id, sql`(${oldest})`))
    .returning()
  return claimed ?? null
}

async function settle(shop: Shop, request: PictureRequest, outcome: Outcome): Promise<void> {
  const { db, now } = shop
  if (!outcome.ok) return recordProblem(db, request, outcome.problem, now())
  const { title, alt, address } = request
  const added = await addUpload(db, uploadFiles(shop), {
    bytes: outcome.bytes,
    name: nameOf(address),
    title,
    alt,
    now: now(),
  })
  if (!added.ok) return recordProblem(db, request, added.problem, now())
  const mediaId = added.upload.id
  const isKept = await db.transaction(async (tx) => {
    await lockProductsAndStock(tx, [request.productId])
    // A later save may have replaced this request.
    const deleted = await tx.delete(pictureRequests).where(eq(pictureRequests.id, request.id)).returning()
    const record = (await readRecords(tx, [request.productId])).get(request.productId)
    if (deleted.length === 0 || !record) return false
    const otherIds = record.pictureIds.filter((id) => id !== mediaId)
    // Earlier pictures that have not been fetched yet take no position.
    const isBefore = lt(pictureRequests.position, request.position)
    const missing = await tx.$count(pictureRequests, and(eq(pictureRequests.productId, request.productId), isBefore))
    const pictureIds = otherIds.toSpliced(request.position - missing, 0, mediaId)
    const saved = await saveProduct(tx, { id: request.productId, type: record.type, pictureIds }, { now: now() })
    await invalidatePageTags(tx, await productCacheTags(tx, [saved]))
    return saved.ok
  })
  if (!isKept && added.isNew) await deleteMedia(db, uploadFiles(shop), mediaId)
}

/** Temporary problems are tried again after 4, 16, 64 and 256 minutes. */
async function recordProblem(db: Db | Tx, { id, tries }: PictureRequest, problem: string, now: Date): Promise<void> {
  const isFinal = !retryableProblems.some((one) => one === problem) || tries >= MAX_TRIES
  const nextTryAt = new Date(now.getTime() + 60_000 * 4 ** tries)
  await db
    .update(pictureRequests)
    .set(isFinal ? { problem } : { nextTryAt })
    .where(eq(pictureRequests.id, id))
}

/** The file name without extension, which follows from the content. */
function nameOf(address: string): string {
  const name = new URL(address).pathname.split('/').at(-1) ?? ''
  return name.replace(/\.\w+$/, '')
}
