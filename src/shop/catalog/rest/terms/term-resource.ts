import { z } from 'zod'
import { ids, readOnly, search } from '../../../../platform/rest/fields.ts'
import { fixed, forEditing, itemShape } from '../../../../platform/rest/item-shape.ts'
import { invalidFields, MAX_ID } from '../../../../platform/rest/params.ts'
import { defineResource } from '../../../../platform/rest/resource.ts'
import { isRestError, type RestError } from '../../../../platform/rest/response.ts'
import type { Platform } from '../../../../platform/web/context.ts'
import { findTerm, listTerms, type Term } from '../../../../things/terms/terms.store.ts'
import { productsWrite } from '../../capabilities.ts'
import type { ProductTaxonomy } from '../../product-taxonomies.ts'
import {
  createTerm,
  DEFAULT_CATEGORY,
  deleteTerm,
  type SavedTerm,
  type TermProblem,
  updateTerm,
} from '../../save-term.ts'
import { pictureField, pictureIdOf, pictureJson, pictureShape } from './term-picture.ts'

export type TermShop = Pick<Platform, 'db' | 'now' | 'url'>
/** A taxonomy at its address. */
export type TermScope = TermShop & { readonly taxonomy: ProductTaxonomy; readonly path: string }

type TermDeclaration = {
  readonly name: string
  readonly title: string
  readonly path: string
  /** Terms that may be below others, those that stand in an order, or neither. */
  readonly kind: 'tree' | 'ordered' | 'flat'
  readonly scope: (shop: TermShop, path: Readonly<Record<string, string>>) => Promise<TermScope | RestError>
}

const displays = ['default', 'products', 'subcategories', 'both'] as const
export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

const order = z.int().min(-MAX_ID).max(MAX_ID)
const tint = z
  .string()
  .regex(/^(#[0-9a-f]{6})?$/i, '{name} is no colour such as #7a9a4b.')
  .nullable()
const extension = z.strictObject({ tint, image_id: z.int() })
const ofTrees = { parent: z.int(), display: z.enum(displays), image: pictureShape, menu_order: z.int() }
const shown = { tree: ofTrees, ordered: { menu_order: ofTrees.menu_order }, flat: {} }

const texts = {
  name: z.string().max(200),
  slug: z.string().max(200).optional(),
  description: z.string().max(5000).optional(),
  id: z.unknown().optional(),
  ...readOnly('count', '_links'),
}
const extended = {
  menu_order: order.optional(),
  samovar: z.object({ tint: tint.optional(), image_id: z.int().min(0).max(MAX_ID).optional() }).optional(),
}
const parent = z.int().min(0).max(MAX_ID).optional()
const written = {
  tree: z.object({ ...texts, ...extended, parent, display: z.enum(displays).optional(), image: pictureField }),
  ordered: z.object({ ...texts, ...extended }),
  flat: z.object(texts),
}
type Written = Partial<z.output<typeof written.tree>>

export const termNotFound: RestError = {
  status: 404,
  code: 'woocommerce_rest_term_invalid',
  message: 'Resource does not exist.',
}

const refused = (code: string, message: string, data = {}): RestError => ({ status: 400, code, message, data })

const errors = {
  'no-such-term': termNotFound,
  'no-name': refused('empty_term_name', 'A name is required for this term.'),
  'no-parent': refused('missing_parent', 'Parent term does not exist.'),
  ring: invalidFields({ parent: 'parent is the term itself, or below it.' }),
}

function errorOf(problem: TermProblem, { isTree }: ProductTaxonomy): RestError {
  if (!('by' in problem)) return errors[problem.kind]
  const data = { resource_id: problem.by }
  if (problem.kind === 'slug-taken')
    return refused(
      'duplicate_term_slug',
      `The slug &#8220;${problem.slug}&#8221; is already in use by another term.`,
      data,
    )
  const where = isTree ? 'with this parent' : 'in this taxonomy'
  return refused('term_exists', `A term with the name provided already exists ${where}.`, data)
}

/** What WooCommerce calls a taxonomy: terms that products are given, with the calls of every resource. */
export function termResource({ name, title, path, kind, scope }: TermDeclaration) {
  const termOrError = (saved: SavedTerm, { taxonomy }: TermScope) =>
    saved.ok ? saved.term : errorOf(saved.problem, taxonomy)
  const valuesOf = async (shop: TermScope, { id: _, count: __, _links: ___, ...sent }: Written) => {
    const picture = await pictureIdOf(shop, sent.image ?? (sent.image === null ? null : extensionPicture(sent)))
    if (isRestError(picture)) return picture
    const { name: label, slug, description, parent: parentId, display, menu_order: position } = sent
    const colour = sent.samovar?.tint
    const values = { slug, description, parentId, display, position, imageId: picture.id }
    return { ...values, name: label, tint: colour === undefined ? undefined : colour || null }
  }
  return defineResource({
    name,
    path,
    capability: productsWrite,
    within: scope,
    notFound: termNotFound,
    json: (term: Term, shop: TermScope, context) => ({
      id: term.id,
      name: term.name,
      slug: term.slug,
      ...(kind === 'tree' && { parent: term.parentId ?? 0 }),
      description: term.description,
      ...(kind === 'tree' && { display: term.display, image: pictureJson(term.image, shop) }),
      ...(kind !== 'flat' && { menu_order: term.position }),
      count: term.count,
      ...(kind !== 'flat' && context === 'edit' && { samovar: { tint: term.tint, image_id: term.imageId ?? 0 } }),
      _links: {
        self: [{ href: `${shop.url}${shop.path}/${term.id}`, targetHints: { allow: methods } }],
        collection: [{ href: shop.url + shop.path }],
        ...(kind === 'tree' && term.parentId && { up: [{ href: `${shop.url}${shop.path}/${term.parentId}` }] }),
      },
    }),
    response: itemShape(title, {
      id: fixed(z.int()),
      name: z.string(),
      slug: z.string().describe('Its part of the URL of its page.'),
      description: z.string(),
      ...shown[kind],
      count: fixed(z.int().describe('Published products with it.')),
      ...(kind !== 'flat' && { samovar: forEditing(extension) }),
    }),
    query: {
      search,
      slug: search,
      include: ids,
      exclude: ids,
      parent,
      product: z.int().min(0).max(MAX_ID).default(0),
      hide_empty: z.boolean().default(false),
      order: z.enum(['asc', 'desc']).default('asc'),
      orderby: z.enum(['id', 'include', 'name', 'slug', 'term_group', 'description', 'count']).default('name'),
    },
    list: ({ db, taxonomy }, { product: entry, slug, ...query }) =>
      listTerms(db, taxonomy, { ...query, entry, slug: slug === '' ? [] : slug.split(',') }),
    get: ({ db, taxonomy }, id) => findTerm(db, taxonomy, id),
    fields: { create: written[kind], update: written[kind].partial() },
    create: async (shop, sent) => {
      if (sent.id !== undefined) return termNotFound
      const values = await valuesOf(shop, sent)
      if (isRestError(values)) return values
      return termOrError(await createTerm(shop, shop.taxonomy, { ...values, name: sent.name }), shop)
    },
    update: async (shop, before, sent) => {
      const values = await valuesOf(shop, sent)
      return isRestError(values) ? values : termOrError(await updateTerm(shop, shop.taxonomy, before.id, values), shop)
    },
    delete: async (shop, { id, slug }) =>
      shop.taxonomy.name === 'product_cat' && slug === DEFAULT_CATEGORY
        ? refused('woocommerce_rest_cannot_delete', 'Default product category cannot be deleted.')
        : deleteTerm(shop, shop.taxonomy, id),
    unforced: {
      status: 501,
      code: 'woocommerce_rest_trash_not_supported',
      message: 'Resource does not support trashing.',
    },
  })
}

const extensionPicture = ({ samovar }: Written) =>
  samovar?.image_id === undefined ? undefined : { id: samovar.image_id }
