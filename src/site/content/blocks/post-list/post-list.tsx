import { inArray, sql } from 'drizzle-orm'
import { defineBlock } from '../../../../things/blocks/block.ts'
import { choice, entities, number } from '../../../../things/blocks/options.ts'
import { entries } from '../../../../things/entries/entries.table.ts'
import { entryTerms } from '../../../../things/entries/terms.table.ts'
import { listPosts } from '../../content.store.ts'
import { PostCard } from '../../pages/post-card.tsx'
import styles from './post-list.module.css'

/** The newest posts, optionally of some categories and tags. */
export const postList = defineBlock({
  name: 'post_list',
  title: 'Posts',
  group: 'site',
  options: {
    layout: choice('Layout', ['list', '2 columns', '3 columns'], '3 columns'),
    count: number('How many', { min: 1, max: 12, default: 3 }),
    categories: entities('Of these categories', 'category'),
    tags: entities('With these tags', 'post_tag'),
  },
  async load({ db }, { count, categories, tags }) {
    const ids = [...categories, ...tags]
    const where =
      ids.length === 0
        ? undefined
        : sql`exists (select from ${entryTerms} where ${entryTerms.entryId} = ${entries.id} and ${inArray(entryTerms.termId, ids)})`
    const { posts } = await listPosts(db, { page: 1, perPage: Math.round(count), where })
    return { data: posts, tags: ['posts'] }
  },
  View: ({ options: { layout }, data: posts }) =>
    posts.length > 0 && (
      <div className={`hfeed ${layout === 'list' ? styles.list : styles.cards}`} data-layout={layout}>
        {posts.map((post) => (
          <PostCard
            key={post.id}
            post={post}
            variant={layout === 'list' ? 'card' : 'inRow'}
            headingLevel={3}
            hasTransition={false}
          />
        ))}
      </div>
    ),
})
