import { z } from 'zod'
import { can } from '../../../platform/access/permissions.ts'
import { defineCall, type Principal } from '../../../platform/rest/call.ts'
import { viewEmbedOrEdit } from '../../../platform/rest/fields.ts'
import { forbiddenTo, type RestError } from '../../../platform/rest/response.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { paths } from '../../../platform/web/routes.ts'
import { contentRead, contentWrite } from '../../../site/content/capabilities.ts'

/* Post types, statuses and taxonomies, which API clients read first. */

type UrlShop = Pick<Platform, 'url'>
type Described = { readonly slug: string; readonly name: string; readonly base: string; readonly namespace?: string }

const types: readonly (Described & {
  taxonomies: readonly string[]
  hierarchical?: boolean
  archive?: string
  icon?: string
})[] = [
  { slug: 'post', name: 'Posts', base: 'posts', taxonomies: ['category', 'post_tag'], icon: 'dashicons-admin-post' },
  { slug: 'page', name: 'Pages', base: 'pages', taxonomies: [], hierarchical: true, icon: 'dashicons-admin-page' },
  { slug: 'attachment', name: 'Media', base: 'media', taxonomies: [], icon: 'dashicons-admin-media' },
  { slug: 'nav_menu_item', name: 'Navigation Menu Items', base: 'menu-items', taxonomies: ['nav_menu'] },
  { slug: 'project', name: 'Projects', base: 'project', taxonomies: ['project_category'], archive: 'portfolio' },
  {
    slug: 'product',
    name: 'Products',
    base: 'products',
    namespace: 'wc/v3',
    taxonomies: ['product_brand', 'product_cat', 'product_tag'],
    archive: 'shop',
    icon: 'dashicons-archive',
  },
]

const ofProducts = { namespace: 'wc/v3', types: ['product'] }

const taxonomies: readonly (Described & { types: readonly string[]; hierarchical?: boolean })[] = [
  { slug: 'category', name: 'Categories', base: 'categories', types: ['post'], hierarchical: true },
  { slug: 'post_tag', name: 'Tags', base: 'tags', types: ['post'] },
  { slug: 'nav_menu', name: 'Navigation Menus', base: 'menus', types: ['nav_menu_item'] },
  { slug: 'project_category', name: 'Project categories', base: 'project_category', types: ['project'] },
  { ...ofProducts, slug: 'product_brand', name: 'Brands', base: 'products/brands', hierarchical: true },
  { ...ofProducts, slug: 'product_cat', name: 'Product categories', base: 'products/categories', hierarchical: true },
  { ...ofProducts, slug: 'product_tag', name: 'Product tags', base: 'products/tags' },
]

/** Whether each status is public, whether lists hide it as private, and whether its date floats. */
const statuses = [
  { slug: 'publish', name: 'Published', isPublic: true },
  { slug: 'future', name: 'Scheduled' },
  { slug: 'draft', name: 'Draft', isFloating: true },
  { slug: 'pending', name: 'Pending', isFloating: true },
  { slug: 'private', name: 'Private', isPrivate: true },
  { slug: 'trash', name: 'Trash' },
] as const

type Context = 'view' | 'embed' | 'edit'
const query = z.object(viewEmbedOrEdit)

const curies = [{ name: 'wp', href: 'https://api.w.org/{rel}', templated: true }]

const linksOf = (url: string, collection: string, { base, namespace = 'wp/v2' }: Described) => ({
  collection: [{ href: url + collection }],
  'wp:items': [{ href: `${url}/wp-json/${namespace}/${base}` }],
  curies,
})

const typeJson = (type: (typeof types)[number], url: string, context: Context) => ({
  name: type.name,
  slug: type.slug,
  icon: type.icon ?? null,
  taxonomies: type.taxonomies,
  rest_base: type.base,
  rest_namespace: type.namespace ?? 'wp/v2',
  ...(context === 'embed'
    ? {}
    : { description: '', hierarchical: type.hierarchical ?? false, has_archive: type.archive ?? false }),
  ...(context === 'edit' ? { viewable: type.slug !== 'nav_menu_item', labels: { name: type.name } } : {}),
  template: [],
  template_lock: false,
  _links: linksOf(url, paths.restTypes, type),
})

const taxonomyJson = (taxonomy: (typeof taxonomies)[number], url: string, context: Context) => ({
  name: taxonomy.name,
  slug: taxonomy.slug,
  ...(context === 'embed'
    ? {}
    : { description: '', types: taxonomy.types, hierarchical: taxonomy.hierarchical ?? false }),
  rest_base: taxonomy.base,
  rest_namespace: taxonomy.namespace ?? 'wp/v2',
  ...(context === 'edit' ? { labels: { name: taxonomy.name }, show_cloud: true } : {}),
  _links: linksOf(url, paths.restTaxonomies, taxonomy),
})

const statusJson = (status: (typeof statuses)[number], url: string, context: Context) => {
  const isPublic = 'isPublic' in status
  const isPrivate = 'isPrivate' in status
  return {
    name: status.name,
    ...(context === 'edit'
      ? {
          private: isPrivate,
          protected: !isPublic && !isPrivate && status.slug !== 'trash',
          show_in_list: status.slug !== 'trash',
        }
      : {}),
    public: isPublic,
    queryable: isPublic,
    slug: status.slug,
    date_floating: 'isFloating' in status,
    _links: { archives: [{ href: `${url}${paths.restPosts}${isPublic ? '' : `?status=${status.slug}`}` }] },
  }
}

/** The index of descriptions by slug, and a single one. Only editors see what is not public. */
function describedCalls<T extends { readonly slug: string }>(kind: {
  readonly noun: string
  readonly nouns: string
  readonly path: string
  readonly all: readonly T[]
  readonly json: (one: T, url: string, context: Context) => object
  readonly unknown: RestError
  readonly isForEditors?: (one: T) => boolean
  /** Filters the list by the requested `type`. */
  readonly isOfType?: (one: T, type: string) => boolean
}) {
  const listQuery = kind.isOfType ? query.extend({ type: z.string().max(40).optional() }) : query
  const isShown = (one: T, user: Principal['user']) => can(user, contentWrite) || !kind.isForEditors?.(one)
  const denied = (user: Principal['user'], context: Context) =>
    context === 'edit' && !can(user, contentWrite)
      ? forbiddenTo(user, 'rest_forbidden_context', `Sorry, you are not allowed to edit ${kind.nouns}.`)
      : null
  return [
    defineCall({
      summary: `Lists ${kind.nouns} by slug`,
      method: 'GET',
      path: kind.path,
      capability: contentRead,
      query: listQuery,
      async handler({ url }: UrlShop, { query: params, user }) {
        const type = 'type' in params ? params.type : undefined
        const refused = denied(user, params.context)
        if (refused) return refused
        const visible = kind.all.filter(
          (one) => isShown(one, user) && (typeof type !== 'string' || kind.isOfType?.(one, type) === true),
        )
        return { json: Object.fromEntries(visible.map((one) => [one.slug, kind.json(one, url, params.context)])) }
      },
    }),
    defineCall({
      summary: `Retrieves one of the ${kind.nouns}`,
      method: 'GET',
      path: `${kind.path}/:slug{[\\w-]+}`,
      capability: contentRead,
      query,
      async handler({ url }: UrlShop, { path, query: { context }, user }) {
        const item = kind.all.find(({ slug }) => slug === path.slug)
        if (!item) return kind.unknown
        const refused = denied(user, context)
        if (refused) return refused
        return isShown(item, user)
          ? { json: kind.json(item, url, context) }
          : forbiddenTo(user, 'rest_cannot_read_status', `Cannot view ${kind.noun}.`)
      },
    }),
  ]
}

const unknown = (code: string, message: string): RestError => ({ status: 404, code, message })

export const contentTypeCalls = [
  ...describedCalls({
    noun: 'status',
    nouns: 'statuses',
    path: paths.restStatuses,
    all: statuses,
    json: statusJson,
    unknown: unknown('rest_status_invalid', 'Invalid status.'),
    isForEditors: (one) => !('isPublic' in one),
  }),
  ...describedCalls({
    noun: 'post type',
    nouns: 'post types',
    path: paths.restTypes,
    all: types,
    json: typeJson,
    unknown: unknown('rest_type_invalid', 'Invalid post type.'),
  }),
  ...describedCalls({
    noun: 'taxonomy',
    nouns: 'taxonomies',
    path: paths.restTaxonomies,
    all: taxonomies,
    json: taxonomyJson,
    unknown: unknown('rest_taxonomy_invalid', 'Invalid taxonomy.'),
    isOfType: (one, type) => one.types.includes(type),
  }),
]
