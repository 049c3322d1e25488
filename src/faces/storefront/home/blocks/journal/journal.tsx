import type { Db, Tx } from '../../../../../platform/database/connect.ts'
import { hrefs } from '../../../../../platform/web/routes.ts'
import { listPosts, postsById } from '../../../../../site/content/content.store.ts'
import { PostCard } from '../../../../../site/content/pages/post-card.tsx'
import { defineBlock } from '../../../../../things/blocks/block.ts'
import { entities, lines, text } from '../../../../../things/blocks/options.ts'
import { Part } from '../part/part.tsx'
import styles from './journal.module.css'

const SHOWN = 3

const postsOf = async (db: Db | Tx, ids: readonly number[]) =>
  ids.length > 0 ? postsById(db, ids.slice(0, SHOWN)) : (await listPosts(db, { page: 1, perPage: SHOWN })).posts

/** Blog posts, the first of them large. */
export const journal = defineBlock({
  name: 'journal',
  title: 'Posts with a title',
  group: 'site',
  options: {
    title: text('Title', 'From the journal'),
    posts: entities('Posts, or the newest', 'post'),
    teaser_title: text('Title of the large post, if it is another one here'),
    teaser_text: lines('Text of the large post, if it is another one here'),
  },
  load: async ({ db }, { posts }) => ({ data: await postsOf(db, posts), tags: ['posts'] }),
  View: ({ options: { title, teaser_title: teaserTitle, teaser_text: teaserText }, data, id, edit }) => {
    const [first, ...others] = data
    if (!first) return null
    const large = { ...first, title: teaserTitle || first.title, excerpt: teaserText || first.excerpt }
    return (
      <Part id={id} edit={edit} title={title} link={{ label: 'All posts', href: hrefs.blog() }}>
        <PostCard post={large} variant="lead" headingLevel={3} />
        {others.length > 0 && (
          <div className={styles.more}>
            {others.map((post) => (
              <PostCard key={post.id} post={post} variant="card" headingLevel={3} />
            ))}
          </div>
        )}
      </Part>
    )
  },
})
