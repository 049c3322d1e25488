import type { Item, ListedItems } from './listed-items.ts'
import { list, nested, never, type Trials, times } from './trials.ts'

/** The time half a day after an item was created. */
const after = (item: Item | undefined): string =>
  new Date(Date.parse(`${String(item?.date_gmt)}Z`) + 43_200_000).toISOString().slice(0, 19)

/** What each parameter of the lists of WordPress does, except those that do the same in all. */
export function contentListTrials(items: ListedItems): readonly Trials[] {
  const { editor, posts, above, below, category, pressed, loose, pictures } = items
  return [
    {
      path: '/wp/v2/posts',
      base: 'status=any',
      trials: {
        ...times(after(posts[1]), 'date_gmt', 'modified_gmt'),
        search: ['search=cups', (item) => item.id === posts[1]?.id],
        slug: ['slug=spoons,cups', (item) => item.slug === 'spoons' || item.slug === 'cups'],
        status: ['status=draft', (item) => item.status === 'draft'],
        author: [`author=${editor.id}`, (item) => item.author === editor.id],
        author_exclude: [`author_exclude=${editor.id}`, (item) => item.author !== editor.id],
        categories: [`categories=${category.id}`, (item) => list(item, 'categories').includes(category.id)],
        categories_exclude: [
          `categories_exclude=${category.id}`,
          (item) => !list(item, 'categories').includes(category.id),
        ],
        tags: [`tags=${pressed.id}`, (item) => list(item, 'tags').includes(pressed.id)],
        tags_exclude: [`tags_exclude=${pressed.id}`, (item) => !list(item, 'tags').includes(pressed.id)],
        tax_relation: [
          `tax_relation=OR&categories=${category.id}&tags=${pressed.id}`,
          (item) => list(item, 'categories').includes(category.id) || list(item, 'tags').includes(pressed.id),
        ],
        // No post is sticky, and all posts have the same format.
        sticky: ['sticky=true', never],
        ignore_sticky: 'same',
        format: ['format=video,audio', never],
        search_columns: 'refused',
        search_semantics: 'refused',
      },
    },
    {
      path: '/wp/v2/pages',
      base: 'status=any',
      trials: {
        ...times(after(below), 'date_gmt', 'modified_gmt'),
        search: ['search=garden', (item) => item.slug === 'our-garden'],
        slug: ['slug=our-garden', (item) => item.slug === 'our-garden'],
        status: ['status=draft', (item) => item.status === 'draft'],
        author: [`author=${editor.id}`, (item) => item.author === editor.id],
        author_exclude: [`author_exclude=${editor.id}`, (item) => item.author !== editor.id],
        parent: [`parent=${above.id}`, (item) => item.parent === above.id],
        parent_exclude: [`parent_exclude=${above.id}`, (item) => item.parent !== above.id],
        menu_order: ['menu_order=4', (item) => item.menu_order === 4],
        search_columns: 'refused',
        search_semantics: 'refused',
      },
    },
    ...[`/wp/v2/posts/${posts[0]?.id}/revisions`, `/wp/v2/pages/${above.id}/revisions`].map(
      (path): Trials => ({
        path,
        trials: { search: ['search=iron', (item) => String(nested(item, 'content', 'raw')).includes('Iron')] },
      }),
    ),
    {
      path: '/wp/v2/categories',
      trials: {
        search: ['search=harv', (item) => item.slug === 'harvests'],
        slug: ['slug=harvests', (item) => item.slug === 'harvests'],
        post: [`post=${posts[0]?.id}`, (item) => item.id === category.id],
        hide_empty: ['hide_empty=true', (item) => Number(item.count) > 0],
        parent: [`parent=${category.id}`, (item) => item.parent === category.id],
      },
    },
    {
      path: '/wp/v2/tags',
      trials: {
        search: ['search=press', (item) => item.slug === 'pressed'],
        slug: ['slug=pressed', (item) => item.slug === 'pressed'],
        post: [`post=${posts[0]?.id}`, (item) => item.id === loose.id],
        hide_empty: ['hide_empty=true', (item) => Number(item.count) > 0],
      },
    },
    {
      path: '/wp/v2/media',
      trials: {
        ...times(after(pictures[1]), 'date_gmt', 'modified_gmt'),
        search: ['search=copper', (item) => nested(item, 'title', 'raw') === 'A copper tin'],
        slug: ['slug=tin', (item) => item.slug === 'tin'],
        author: [`author=${editor.id}`, (item) => item.author === editor.id],
        author_exclude: [`author_exclude=${editor.id}`, (item) => item.author !== editor.id],
        media_type: ['media_type=video,audio', never],
        mime_type: ['mime_type=image/png', (item) => item.mime_type === 'image/png'],
        // Pictures belong to no post, and are neither private nor in the trash.
        parent: [`parent=${posts[0]?.id}`, never],
        parent_exclude: ['parent_exclude=0', never],
        status: ['status=trash', never],
        search_columns: 'refused',
        search_semantics: 'refused',
      },
    },
    {
      path: '/wp/v2/users',
      base: 'context=edit',
      trials: {
        search: ['search=bloom', (item) => item.last_name === 'Bloom'],
        slug: [`slug=user-${editor.id},nobody`, (item) => item.id === editor.id],
        roles: ['roles=customer', (item) => list(item, 'roles').includes('customer')],
        capabilities: 'refused',
        has_published_posts: 'refused',
        search_columns: 'refused',
        who: 'refused',
      },
    },
    { path: '/wp/v2/users/me/application-passwords', trials: {} },
  ]
}
