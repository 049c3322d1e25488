import { asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { MAX_ID } from '../../platform/rest/params.ts'
import { invalidatePageTags } from '../../platform/web/page-tags.ts'
import { terms } from '../../things/entries/terms.table.ts'
import type { ShippingConfig, ZoneLocation } from '../pricing/shipping.ts'
import { methodOf, type ShippingClass } from './method-settings.ts'
import { shippingMethods, shippingZones } from './shipping.table.ts'

/** Invalidates pages whose rates may change; the tag for shipping classes is in `product-taxonomies.ts`. */
export const SHIPPING_TAG = 'shipping'

export type StoredMethod = typeof shippingMethods.$inferSelect
export type Zone = {
  readonly id: number
  readonly name: string
  readonly position: number
  readonly locations: readonly ZoneLocation[]
  readonly methods: readonly StoredMethod[]
}

/** The place after all rows of a table. The last one can be taken by several; the one added first then comes first. */
const lastPlace = (table: typeof shippingZones | typeof shippingMethods, where: SQL = sql`true`): SQL =>
  sql`(select least(coalesce(max(position), 0), ${MAX_ID - 1}) + 1 from ${table} where ${where})`

const restOfWorld = { id: 0, name: 'Locations not covered by your other zones', position: 0, locations: [] }

/** All zones in matching order; "rest of the world" is last. */
export async function readZones(db: Db | Tx): Promise<readonly Zone[]> {
  const zones = await db.select().from(shippingZones).orderBy(asc(shippingZones.position), asc(shippingZones.id))
  const methods = await readMethods(db)
  return [...zones, restOfWorld].map((zone) => ({
    ...zone,
    methods: methods.filter(({ zoneId }) => (zoneId ?? 0) === zone.id),
  }))
}

const readMethods = (db: Db | Tx) =>
  db.select().from(shippingMethods).orderBy(asc(shippingMethods.position), asc(shippingMethods.id))

export const findZone = async (db: Db | Tx, id: number): Promise<Zone | null> =>
  (await readZones(db)).find((zone) => zone.id === id) ?? null

export const readShippingClasses = (db: Db | Tx): Promise<ShippingClass[]> =>
  db
    .select({ id: terms.id, name: terms.name, slug: terms.slug })
    .from(terms)
    .where(eq(terms.taxonomy, 'product_shipping_class'))
    .orderBy(asc(terms.name), asc(terms.id))

export const shippingConfigOf = (zones: readonly Zone[], classes: readonly ShippingClass[]): ShippingConfig => ({
  zones: zones.map(({ id, name, locations, methods }) => ({
    id,
    name,
    locations,
    methods: methods.filter(({ isEnabled }) => isEnabled).map((method) => methodOf(method, classes)),
  })),
})

export type ZoneValues = {
  readonly name?: string | undefined
  readonly position?: number | undefined
  readonly locations?: readonly ZoneLocation[] | undefined
}

/**
 * Creates or updates a zone; every process uses it after the commit. Null if it no longer exists. A zone created with
 * its locations is the last, so that it takes no addresses from others before it has methods.
 */
export const saveZone = (db: Db, values: ZoneValues, id?: number): Promise<Zone | null> =>
  db.transaction(async (tx) => {
    const changes = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as ZoneValues
    const { name = 'Everywhere', locations, position = 0 } = values
    const [saved] =
      id === undefined
        ? await tx
            .insert(shippingZones)
            .values({
              ...changes,
              name,
              position: locations && values.position === undefined ? lastPlace(shippingZones) : position,
            })
            .returning()
        : Object.keys(changes).length > 0
          ? await tx.update(shippingZones).set(changes).where(eq(shippingZones.id, id)).returning()
          : await tx.select().from(shippingZones).where(eq(shippingZones.id, id))
    await invalidatePageTags(tx, [SHIPPING_TAG])
    return saved ? findZone(tx, saved.id) : null
  })

/** Also deletes the methods of the zone. */
export const deleteZone = (db: Db, id: number): Promise<boolean> => deleted(db, shippingZones, id)
export const deleteMethod = (db: Db, id: number): Promise<boolean> => deleted(db, shippingMethods, id)

const deleted = (db: Db, table: typeof shippingZones | typeof shippingMethods, id: number): Promise<boolean> =>
  db.transaction(async (tx) => {
    const deletedRows = await tx.delete(table).where(eq(table.id, id)).returning({ id: table.id })
    await invalidatePageTags(tx, [SHIPPING_TAG])
    return deletedRows.length > 0
  })

export type MethodValues = Partial<Pick<StoredMethod, 'position' | 'isEnabled' | 'settings'>>

/** Adds a method to a zone, as the last one by default. Null if the zone no longer exists. */
export const addMethod = (
  db: Db,
  zone: Zone,
  kind: StoredMethod['kind'],
  values: MethodValues,
): Promise<StoredMethod | null> =>
  db.transaction(async (tx) => {
    const zoneId = zone.id === 0 ? null : zone.id
    // The lock prevents a concurrent deletion of the zone.
    if (
      zoneId !== null &&
      (await tx.select().from(shippingZones).where(eq(shippingZones.id, zoneId)).for('update')).length === 0
    )
      return null
    const ofZone = zoneId === null ? isNull(shippingMethods.zoneId) : eq(shippingMethods.zoneId, zoneId)
    const [added] = await tx
      .insert(shippingMethods)
      .values({ zoneId, kind, ...values, position: values.position ?? lastPlace(shippingMethods, ofZone) })
      .returning()
    await invalidatePageTags(tx, [SHIPPING_TAG])
    return added ?? null
  })

/** Merges settings in the database, so that omitted ones survive a concurrent save. */
export const updateMethod = (db: Db, id: number, { settings, ...values }: MethodValues): Promise<StoredMethod | null> =>
  db.transaction(async (tx) => {
    const merged = settings && { settings: sql`${shippingMethods.settings} || ${JSON.stringify(settings)}::jsonb` }
    const changes = { ...values, ...merged }
    const [saved] =
      Object.keys(changes).length > 0
        ? await tx.update(shippingMethods).set(changes).where(eq(shippingMethods.id, id)).returning()
        : await tx.select().from(shippingMethods).where(eq(shippingMethods.id, id))
    await invalidatePageTags(tx, [SHIPPING_TAG])
    return saved ?? null
  })
