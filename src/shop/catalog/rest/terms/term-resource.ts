import { z } from 'zod'
import { ids, readOnly, search } from '../../../../platform/rest/fields.ts'
import { defaultTo, editOnly, fixed, itemShape } from '../../../../platform/rest/item-shape.ts'
import { itemLinks } from '../../../../platform/rest/links.ts'
import { invalidFields, MAX_ID } from '../../../../platform/rest/params.ts'
import { defineResource } from '../../../../platform/rest/resource.ts'
import { errorOf, isRestError, type RestError } from '../../../../platform/rest/response.ts'
import type { Platform } from '../../../../platform/web/context.ts'
import { findTerm, listTerms, type Term } from '../../../../things/terms/terms.store.ts'
import { productsWrite } from '../../capabilities.ts'
import type { ProductTaxonomy } from '../../product-taxonomies.ts'
import { deleteTerm, saveTerm, type TermProblem } from '../../save-term.ts'
import { pictureField, pictureIdOf, pictureJson, pictureShape } from './term-picture.ts'

export type TermShop = Pick<Platform, 'db' | 'now' | 'url'>
export type TermScope = TermShop & { readonly taxonomy: ProductTaxonomy; readonly path: string }

type TermDeclaration = {
  readonly name: string
  readonly title: string
  readonly path: string
  /** Terms with parents, terms in a manual order, or neither. */
  readonly kind: 'tree' | 'ordered' | 'flat'
}

/** WooCommerce's category for products without any. */
const DEFAULT_CATEGORY = 'uncategorized'

const displays = z.enum(['default', 'products', 'subcategories', 'both'])
const tint = z.string().regex(/^(#[0-9a-f]{6})?$/i, '{name} is not a colour such as #7a9a4b.')
const ofTrees = { parent: z.int(), display: defaultTo(displays, 'default'), image: pictureShape, menu_order: z.int() }
const shown = { tree: ofTrees, ordered: { menu_order: z.int() }, flat: {} }

const ofAll = z.object({
  name: z.string().max(200),
  slug: z.string().max(200).optional(),
  description: z.string().max(5000).optional(),
  id: z.unknown().optional(),
  ...readOnly('count', '_links'),
})
const id = z.int().min(0).max(MAX_ID)
const ordered = ofAll.extend({
  menu_order: z.int().min(-MAX_ID).max(MAX_ID).optional(),
  samovar: z.object({ tint: tint.nullable().optional(), image_id: id.optional() }).optional(),
})
const tree = ordered.extend({
  parent: id.optional(),
  display: displays.optional(),
  image: pictureField.optional(),
})
const written = { tree, ordered, flat: ofAll }

export const noTaxonomy = errorOf(404, 'woocommerce_rest_taxonomy_invalid', 'Taxonomy does not exist.')
const notFound = errorOf(404, 'woocommerce_rest_term_invalid', 'Resource does not exist.')
const refused = (code: string, message: string, by?: number): RestError => ({
  ...errorOf(400, code, message),
  ...(by && { data: { resource_id: by } }),
})

const problems: Readonly<Record<TermProblem['kind'], (problem: TermProblem, isTree: boolean) => RestError>> = {
  'no-taxonomy': () => noTaxonomy,
  'no-such-term': () => notFound,
  'no-name': () => refused('empty_term_name', 'A name is required for this term.'),
  'no-picture': ({ by }) => invalidFields({ image: `image is not a picture of the media library: ${by}.` }),
  'no-parent': () => refused('missing_parent', 'Parent term does not exist.'),
  ring: () => invalidFields({ parent: 'parent is the term itself, or below it.' }),
  'name-taken': ({ by }, isTree) => {
    const where = isTree ? 'with this parent' : 'in this taxonomy'
    return refused('term_exists', `A term with the name provided already exists ${where}.`, by)
  },
  'slug-taken': ({ by, slug }) =>
    refused('duplicate_term_slug', `The slug &#8220;${slug}&#8221; is already in use by another term.`, by),
}

async function save(shop: TermScope, sent: Partial<z.output<typeof tree>>, before?: number): Promise<Term | RestError> {
  const { name, slug, description, parent: parentId, display, menu_order: position, samovar, image } = sent
  const byId = samovar?.image_id === undefined ? undefined : { id: samovar.image_id }
  const picture = pictureIdOf(image === undefined ? byId : image)
  if (isRestError(picture)) return picture
  const colour = samovar?.tint === '' ? null : samovar?.tint
  const values = { name, slug, description, parentId, display, position, tint: colour, ...picture }
  const saved = await saveTerm(shop, shop.taxonomy, values as Parameters<typeof saveTerm>[2], before)
  return saved.ok ? saved.term : problems[saved.problem.kind](saved.problem, shop.taxonomy.isTree)
}

/** The REST resource of a taxonomy. */
export const termResource = ({ name, title, path, kind }: TermDeclaration) =>
  defineResource({
    name,
    path,
    capability: productsWrite,
    notFound,
    json: (term: Term, shop: TermScope, context) => {
      const collection = shop.url + shop.path
      const up = kind === 'tree' && term.parentId ? { up: [{ href: `${collection}/${term.parentId}` }] } : {}
      const { display, position: menu_order } = term
      return {
        id: term.id,
        name: term.name,
        slug: term.slug,
        description: term.description,
        ...(kind === 'tree' && { parent: term.parentId ?? 0, display, image: pictureJson(term.image, shop) }),
        ...(kind !== 'flat' && { menu_order }),
        count: term.count,
        ...(kind !== 'flat' && context === 'edit' && { samovar: { tint: term.tint, image_id: term.imageId ?? 0 } }),
        _links: { ...itemLinks(collection, term.id), ...up },
      }
    },
    response: itemShape(title, {
      id: fixed(z.int()),
      name: z.string(),
      slug: z.string().describe('Slug in the URL of the term page.'),
      description: z.string(),
      ...shown[kind],
      count: fixed(z.int().describe('Number of published products with the term.')),
      ...(kind !== 'flat' && { samovar: editOnly(z.strictObject({ tint: tint.nullable(), image_id: z.int() })) }),
    }),
    query: {
      search,
      slug: search,
      include: ids,
      exclude: ids,
      parent: id.optional(),
      product: id.default(0),
      hide_empty: z.boolean().default(false),
      order: z.enum(['asc', 'desc']).default('asc'),
      orderby: z.enum(['id', 'include', 'name', 'slug', 'term_group', 'description', 'count']).default('name'),
    },
    list: ({ db, taxonomy }, { product: entry, slug, ...query }) =>
      listTerms(db, taxonomy, { ...query, entry, slug: slug === '' ? [] : slug.split(',') }),
    get: ({ db, taxonomy }, one) => findTerm(db, taxonomy, one),
    fields: { create: written[kind], update: written[kind].partial() },
    create: async (shop, sent) => (sent.id === undefined ? save(shop, sent) : notFound),
    update: (shop, before, sent) => save(shop, sent, before.id),
    delete: async (shop, term) =>
      shop.taxonomy.name === 'product_cat' && term.slug === DEFAULT_CATEGORY
        ? refused('woocommerce_rest_cannot_delete', 'Default product category cannot be deleted.')
        : deleteTerm(shop, shop.taxonomy, term.id),
    noTrash: errorOf(501, 'woocommerce_rest_trash_not_supported', 'Resource does not support trashing.'),
  })
