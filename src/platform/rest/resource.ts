import { z } from 'zod'
import type { Capability } from '../access/permissions.ts'
import { type Action, type Call, type CallRequest, defineCall, type RestResult } from './call.ts'
import { viewOrEdit, windowFields, windowOf } from './fields.ts'
import { parseBodyFields } from './input.ts'
import { invalidParams, invalidType, missingParams } from './params.ts'
import { type Fields, idOf, isRecord } from './request.ts'
import { errorJson, isRestError, type ListPage, type Method, type RestError } from './response.ts'

type Page<T> = Pick<ListPage, 'total' | 'isMore'> & { readonly items: readonly T[] }

type ResourceDeclaration<
  S,
  T,
  Q extends z.ZodRawShape,
  C extends z.ZodObject,
  U extends z.ZodObject,
  D extends z.ZodRawShape,
> = {
  /** Name in the documentation, such as 'coupon'. */
  readonly name: string
  /** URL of the list. Items are at `/{id}` below it, and batches at `/batch`. */
  readonly path: string
  readonly capability: Capability
  /** Capabilities to read or update items, if they differ from that to create and delete. */
  readonly capabilities?: { readonly read?: Capability; readonly edit?: Capability }
  readonly notFound: RestError
  /** Error for updating or deleting a missing item, if it differs. */
  readonly notFoundToChange?: RestError
  readonly notFoundToDelete?: RestError
  /** JSON of an item, with raw texts for editing. The kit only uses its `id` and `_links`. */
  readonly json: (item: T, shop: S, context: 'view' | 'edit') => ItemJson
  readonly response?: z.ZodType
  /** Context of responses to writes; `view` by default. */
  readonly writeContext?: 'edit'
  /** Query parameters of the list, besides paging. */
  readonly query: Q
  /** The list has no pages. */
  readonly isUnpaged?: boolean
  readonly list: (shop: S, query: z.output<z.ZodObject<Q>> & ReturnType<typeof windowOf>) => Promise<Page<T>>
  readonly get: (shop: S, id: number) => Promise<T | null>
  /** Fields to create and to update an item. */
  readonly fields: { readonly create: C; readonly update: U }
  readonly create: (shop: S, fields: z.output<C>, user: User) => Promise<T | RestError>
  /** Creation responds with 200 instead of 201, as for some of WooCommerce's resources. */
  readonly isCreatedWith200?: boolean
  /** `before` is the stored item. */
  readonly update: (shop: S, before: T, fields: z.output<U>, user: User) => Promise<T | RestError>
  /** Query parameters of a deletion, besides `force`. */
  readonly deletion?: D
  /** Deletes an item permanently; false if it no longer exists. */
  readonly delete: (shop: S, item: T, fields: z.output<z.ZodObject<D>>, user: User) => Promise<boolean | RestError>
  /** Trashes an item, for a deletion without `force`. */
  readonly trash?: (shop: S, item: T) => Promise<T | RestError>
  /** Error for a deletion without `force`, if there is no trash. */
  readonly noTrash?: RestError
  /** Response of a deletion, if it is not the item itself. */
  readonly deletedJson?: (previous: ItemJson) => object
}
type Link = { readonly href: string }
type ItemJson = { readonly id: number; readonly _links?: { readonly self: readonly Link[] } }
type User = CallRequest['user']
type Context = 'view' | 'edit'

const windowShape = z.object({ ...windowFields, ...viewOrEdit })
const changing: readonly Method[] = ['POST', 'PUT', 'PATCH']
export const MAX_BATCH_SIZE = 100

/** Response of a deletion, with the former item. */
export const deletedJson = (previous: object) => ({ deleted: true, previous })

/** The seven calls of a resource of `wc/v3`: list, get, create, update, delete and batch. */
export function defineResource<
  S,
  T extends object,
  Q extends z.ZodRawShape,
  C extends z.ZodObject,
  U extends z.ZodObject,
  D extends z.ZodRawShape = Record<never, never>,
>(resource: ResourceDeclaration<S, T, Q, C, U, D>): readonly Call<S>[] {
  const { name, path, capability, notFound, response, fields } = resource
  const itemPath = `${path}/:id{[0-9]+}`
  const writeContext: Context = resource.writeContext ?? 'view'
  const answer = (shop: S, result: T | RestError | null, context: Context, status?: 201): RestResult => {
    if (result === null) return notFound
    if (isRestError(result)) return result
    const json = resource.json(result, shop, context)
    if (status === undefined) return { json }
    return { json, status, headers: { location: json._links?.self[0]?.href ?? '' } }
  }

  const create = async (shop: S, values: z.output<C>, user: User, context = writeContext) =>
    answer(shop, await resource.create(shop, values, user), context, resource.isCreatedWith200 ? undefined : 201)
  const update = async (shop: S, id: number, values: z.output<U>, user: User, context = writeContext) => {
    const before = await resource.get(shop, id)
    if (!before) return resource.notFoundToChange ?? notFound
    return answer(shop, await resource.update(shop, before, values, user), context)
  }
  const deletionFields = z.object(resource.deletion ?? ({} as D))
  const remove = async (shop: S, id: number, values: z.output<z.ZodObject<D>>, user: User) => {
    const item = await resource.get(shop, id)
    const deleted = item && (await resource.delete(shop, item, values, user))
    if (!deleted) return resource.notFoundToDelete ?? notFound
    if (deleted !== true) return deleted
    const json = resource.json(item, shop, resource.writeContext ?? 'view')
    return { json: resource.deletedJson?.(json) ?? json }
  }
  const trash = async (shop: S, id: number) => {
    if (!resource.trash) return resource.noTrash ?? missingParams(['force'])
    const item = await resource.get(shop, id)
    return answer(shop, item && (await resource.trash(shop, item)), writeContext)
  }

  const { read, edit } = resource.capabilities ?? {}
  const capabilities: Partial<Record<Action, Capability | undefined>> = { list: read, view: read, edit }
  const call = (summary: string, method: Method | readonly Method[], action: Action, shape = response) => ({
    summary,
    method,
    action,
    capability: capabilities[action] ?? capability,
    ...(shape ? { response: shape } : {}),
  })
  const isWhole = resource.isUnpaged ?? false
  const listFields = z.object({ ...(isWhole ? {} : windowFields), ...viewOrEdit, ...resource.query })
  const itemQuery = z.object({ context: (resource.query.context ?? viewOrEdit.context) as typeof viewOrEdit.context })
  return [
    defineCall({
      ...call(`Lists every ${name}`, 'GET', 'list', isWhole && response ? z.array(response) : response),
      path,
      query: listFields,
      handler: async (shop: S, { query }) => {
        const { page, per_page, offset, context, ...filters } = query as z.output<typeof windowShape>
        const listQuery = { ...filters, ...windowOf({ page, per_page, offset }) } as Parameters<typeof resource.list>[1]
        const { items, ...counted } = await resource.list(shop, listQuery)
        const part = isWhole ? { page: 1, per_page: Math.max(counted.total, 1) } : { page, per_page }
        return { items: items.map((item) => resource.json(item, shop, context)), ...part, ...counted }
      },
    }),
    defineCall({
      ...call(`Creates a ${name}`, 'POST', 'create'),
      path,
      query: itemQuery,
      body: fields.create,
      handler: (shop: S, { body, user, query }) => create(shop, body, user, resource.writeContext ?? query.context),
    }),
    defineCall({
      ...call(`Retrieves a ${name}`, 'GET', 'view'),
      path: itemPath,
      query: itemQuery,
      async handler(shop: S, { id, query }) {
        const item = await resource.get(shop, id)
        return item ? { json: resource.json(item, shop, query.context) } : notFound
      },
    }),
    defineCall({
      ...call(`Updates a ${name}`, changing, 'edit'),
      path: itemPath,
      query: itemQuery,
      body: fields.update,
      handler: (shop: S, { id, body, user, query }) =>
        update(shop, id, body, user, resource.writeContext ?? query.context),
    }),
    defineCall({
      ...call(`Deletes a ${name}`, 'DELETE', 'delete', resource.deletedJson ? z.looseObject({}) : response),
      path: itemPath,
      query: forceField.extend(deletionFields.shape) as unknown as typeof forceField,
      body: forceField,
      handler: async (shop: S, { id, query, body, user }) =>
        query.force || body.force
          ? remove(shop, id, query as unknown as z.output<typeof deletionFields>, user)
          : trash(shop, id),
    }),
    defineCall({
      ...call(
        `Creates, updates and deletes up to ${MAX_BATCH_SIZE} items in one request`,
        changing,
        'edit',
        batchShape,
      ),
      capability,
      path: `${path}/batch`,
      body: batchFields,
      handler: (shop: S, { body, user }) =>
        restBatch(body, {
          create: async (one) => {
            const values = parseBodyFields(fields.create, one)
            return values.ok ? create(shop, values.value, user) : values.error
          },
          update: async (id, one) => {
            const values = parseBodyFields(fields.update, one)
            return values.ok ? update(shop, id, values.value, user) : values.error
          },
          delete: (id) => remove(shop, id, deletionFields.parse({}), user),
        }),
    }),
  ]
}

/** Calls below a parent in the path, which `scopeOf` loads. */
export const within = <S, O>(
  scopeOf: (shop: O, path: CallRequest['path']) => Promise<S | RestError>,
  calls: readonly Call<S & object>[],
): readonly Call<O>[] =>
  calls.map((call) => ({
    ...call,
    async run(shop, request) {
      const scope = (await scopeOf(shop, request.path)) as (S & object) | RestError
      return isRestError(scope) ? scope : call.run(scope, request)
    },
  }))

/** `force` deletes permanently instead of moving to the trash. */
export const forceField = z.object({ force: z.boolean().default(false).catch(false) })

/** Of a call that deletes: `force` may be sent in the query or in the body. */
export const deletion = { method: 'DELETE', query: forceField, body: forceField } as const

/** A list of a batch; null counts as missing. Items are validated one by one, so that each gets its own response. */
export const batchList = z.preprocess((value) => value ?? [], z.array(z.unknown())).default([])
export const batchFields = z.object({ create: batchList, update: batchList, delete: batchList })

/** An item, or `{ id, error }`, for each sent item. */
export const batchShape = z
  .strictObject({
    create: z.array(z.looseObject({})).optional(),
    update: z.array(z.looseObject({})).optional(),
    delete: z.array(z.looseObject({})).optional(),
  })
  .meta({ title: 'batch' })

type BatchHandlers = {
  readonly create: (fields: Fields) => Promise<RestResult>
  readonly update: (id: number, fields: Fields) => Promise<RestResult>
  readonly delete: (id: number) => Promise<RestResult>
}

/** Runs the `create`, `update` and `delete` lists of a batch one after another. */
export async function restBatch(
  { create, update, delete: deletes }: z.output<typeof batchFields>,
  handlers: BatchHandlers,
): Promise<RestResult> {
  if (create.length + update.length + deletes.length > MAX_BATCH_SIZE) {
    const message = `Unable to accept more than ${MAX_BATCH_SIZE} items for this request.`
    return { status: 413, code: 'woocommerce_rest_request_entity_too_large', message }
  }
  const results: Record<string, unknown[]> = {}
  const add = (name: string, id: number, result: RestResult) => {
    ;(results[name] ??= []).push(
      isRestError(result) ? { id, error: errorJson(result) } : 'json' in result && result.json,
    )
  }
  for (const [nth, one] of create.entries())
    add('create', 0, isRecord(one) ? await handlers.create(one) : notAnObject(nth))
  for (const one of update) {
    const id = idOf(record(one).id)
    add('update', id, await handlers.update(id, record(one)))
  }
  for (const one of deletes) {
    const id = idOf(isRecord(one) ? one.id : one)
    add('delete', id, await handlers.delete(id))
  }
  return { json: results }
}

const record = (value: unknown): Fields => (isRecord(value) ? value : {})

/** What is no object has no fields, and some resources create an item without any. */
export const notAnObject = (nth: number): RestError =>
  invalidParams({ create: invalidType(`create[${nth}]`, 'object').error })
