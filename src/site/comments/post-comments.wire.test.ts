/** Comments on posts, in browsers with and without JavaScript, and with caching (BLOG-04, BLOG-05). */

import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { createProof } from '../../../test/support/proofs.ts'
import { referenceIds } from '../../../test/support/reference-shop.ts'
import { openShop } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { whileDeleting } from '../../../test/support/while-deleting.ts'
import { listenForPageTags } from '../../platform/web/page-tags.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { comments } from './comments.table.ts'
import { deleteComments, replyAsShop, setCommentStatus } from './moderate-comments.ts'
import { insertPost } from './open-test-comments.ts'
import { pageOfThread } from './threads.store.ts'

const { app, shop, db, pool, databaseUrl } = await openShop()
const editor = await createSignedInUser(shop, 'editor', 'Edith Editor')
const postId = await insertPost(db)
const path = '/blog/on-water/'
// Later than the comments of the reference shop, so that the feed of all comments begins with them.
const start = Date.parse('2090-11-01T12:00:00Z')

type Words = Partial<typeof comments.$inferInsert>
let written = 0
/** Adds an approved comment, each a minute after the last. */
async function add(words: Words = {}): Promise<number> {
  written += 1
  const [made] = await db
    .insert(comments)
    .values({
      entryId: postId,
      authorName: `Reader ${written}`,
      authorEmail: `reader${written}@shop.test`,
      content: `Word ${written}.`,
      status: 'approved',
      createdAt: new Date(start + written * 60_000),
      ...words,
    })
    .returning()
  return made?.id ?? 0
}

const look = async (address = path) => {
  const response = await app.request(address)
  const html = await response.text()
  return { status: response.status, html, cache: response.headers.get('cache-control') ?? '' }
}
const idsIn = (html: string) => [...html.matchAll(/<li id="comment-(\d+)"/g)].map(([, id]) => Number(id))

let sent = 0
const send = async (fields: Readonly<Record<string, string>>, headers: Record<string, string> = {}) => {
  sent += 1
  return app.request('/wp-comments-post.php', {
    method: 'POST',
    body: new URLSearchParams({
      comment_post_ID: String(postId),
      comment_parent: '0',
      author: 'Ada Leaf',
      email: `ada${sent}@shop.test`,
      comment: `Number ${sent} of many words.`,
      ...fields,
    }),
    headers: { 'x-forwarded-for': `203.0.113.${sent}`, ...headers },
  })
}

beforeEach(async () => {
  await db.delete(comments).where(eq(comments.entryId, postId))
  await db.update(entries).set({ commentsOpen: true }).where(eq(entries.id, postId))
  shop.pages.clear()
})

test('a comment sent while its post is deleted is refused as one on a post that is not there', async () => {
  const values = { kind: 'post', slug: 'short-lived', title: 'Short-lived', content: '' } as const
  const [gone] = await db.insert(entries).values(values).returning()
  const other = await pool.connect()
  try {
    await other.query('begin')
    await other.query('delete from entries where id = $1', [gone?.id])
    const answer = send({ comment_post_ID: String(gone?.id) })
    await expect
      .poll(async () => (await pool.query("select from pg_stat_activity where wait_event_type = 'Lock'")).rowCount)
      .toBeGreaterThan(0)
    await other.query('commit')
    expect((await answer).status).toBe((await send({ comment_post_ID: '2147483647' })).status)
  } finally {
    other.release()
  }
})

describe('what a post shows', () => {
  test('[BLOG-05 thread] answers stand under what they answer, with the platform’s names; what is hidden is not', async () => {
    const first = await add()
    const response = await add({ parentId: first, content: 'Mine <b>too</b>.\n\nAnd more.' })
    const answerToAnswer = await add({ parentId: response, userId: editor.id, authorName: 'Edith Editor' })
    const second = await add()
    await add({ status: 'pending' })
    await add({ status: 'spam', parentId: first })
    const binned = await add({ status: 'trash' })
    await add({ parentId: await add({ parentId: binned }) })
    const { html } = await look()
    expect(idsIn(html)).toEqual([first, response, answerToAnswer, second])
    expect(html).toContain('>4 comments<')
    for (const feed of [`${path}feed/`, '/comments/feed/']) {
      const listed = [...(await look(feed)).html.matchAll(/#comment-(\d+)<\/link>/g)].map(([, id]) => Number(id))
      expect(listed.filter((id) => id >= first)).toEqual([second, answerToAnswer, response, first])
    }
    expect((await look('/feed/')).html).toContain('<slash:comments>4</slash:comments>')
    expect(html).toMatch(
      new RegExp(
        `<ol class="comment-list[^"]*"><li id="comment-${first}" class="comment depth-1 parent[^>]*>[\\s\\S]*` +
          `<ol class="children[^"]*"><li id="comment-${response}" class="comment depth-2[\\s\\S]*` +
          `<li id="comment-${answerToAnswer}" class="comment depth-3 [^"]*bypostauthor`,
      ),
    )
    expect(html).toContain('Mine &lt;b&gt;too&lt;/b&gt;.')
    for (const name of [
      'id="comments"',
      'id="respond" class="comment-respond',
      'id="commentform"',
      'id="reply-title"',
    ]) {
      expect(html.split(name).length - 1, name).toBe(1)
    }
    expect(html).toMatch(/name="comment_post_ID"[^>]*value="\d+"/)
    expect(html).toMatch(/name="comment_parent"[^>]*value="0"/)
    expect(html).toMatch(/id="cancel-comment-reply-link"[^>]*hidden/)
  })

  test('[BLOG-05 paginate] twenty threads to a page, from the beginning, by the path or by cpage', async () => {
    const ids: number[] = []
    for (let count = 0; count < 45; count += 1) ids.push(await add())
    const response = await add({ parentId: ids[3] as number })
    const first = await look()
    expect(idsIn(first.html)).toEqual([...ids.slice(0, 4), response, ...ids.slice(4, 20)])
    expect(first.html).toContain('46 comments')
    expect(first.html).toContain('href="/blog/on-water/comment-page-2/#comments"')
    expect(idsIn((await look(`${path}comment-page-2/`)).html)).toEqual(ids.slice(20, 40))
    expect(idsIn((await look(`${path}?cpage=3`)).html)).toEqual(ids.slice(40))
    expect(idsIn((await look(`${path}?cpage=99`)).html)).toEqual(ids.slice(40))
    for (const odd of ['0', '-1', 'x', '9'.repeat(30)]) {
      expect(idsIn((await look(`${path}?cpage=${odd}`)).html), odd).toHaveLength(21)
    }
    for (const missing of ['comment-page-0/', 'comment-page-4/', 'comment-page-99999999999/', 'comment-page-x/']) {
      expect((await look(path + missing)).status, missing).toBe(404)
    }
    expect((await look('/blog/no-such-post/comment-page-1/')).status).toBe(404)
    expect((await look(`${path}comment-page-2/`)).html).toContain(
      '<link rel="canonical" href="http://shop.test/blog/on-water/"',
    )
  })

  test('[BLOG-05 without script] the address of a reply makes the form ready for it, and cancels by a link', async () => {
    const id = await add({ authorName: 'Nora <i>' })
    const { html, cache } = await look(`${path}?replytocom=${id}`)
    expect(cache).toContain('no-store')
    expect(html).toMatch(new RegExp(`name="comment_parent"[^>]*value="${id}"`))
    expect(html).toContain('Reply to Nora &lt;i&gt;')
    expect(html).toMatch(/id="cancel-comment-reply-link" href="\/blog\/on-water\/#respond" rel="nofollow">/)
    const hidden = await add({ status: 'pending' })
    for (const odd of [hidden, 999_999, 'x', -1, '9'.repeat(30)]) {
      expect((await look(`${path}?replytocom=${odd}`)).html, String(odd)).toMatch(/name="comment_parent"[^>]*value="0"/)
    }
  })

  test('a reply to what nobody is shown is refused, whatever hides it', async () => {
    const hidden = []
    for (const status of ['pending', 'spam', 'trash'] as const) {
      const above = await add({ status })
      const below = await add({ parentId: above })
      hidden.push(above, below, await add({ parentId: below }))
    }
    for (const id of hidden) expect((await send({ comment_parent: String(id) })).status, String(id)).toBe(422)
    expect((await send({ comment_parent: String(await add({ parentId: await add() })) })).status).toBe(302)
  })

  test('[BLOG-05 without script] a reply is written to the page where its thread stands, and is taken there', async () => {
    const ids: number[] = []
    for (let count = 0; count < 22; count += 1) ids.push(await add())
    const parent = ids[21] as number
    const { html } = await look(`${path}comment-page-2/`)
    expect(html).toContain(`href="/blog/on-water/comment-page-2/?replytocom=${parent}#respond"`)
    const response = await send({ comment_parent: String(parent) }, { cookie: editor.cookie })
    const location = response.headers.get('location') ?? ''
    expect(location).toMatch(/^\/blog\/on-water\/comment-page-2\/#comment-\d+$/)
    expect((await look(location)).html).toContain(`id="${location.split('#')[1]}"`)
    expect((await look()).html).not.toContain(`id="${location.split('#')[1]}"`)
  })

  test('[BLOG-05 without script] where comments are closed nothing can be written, and what was is still read', async () => {
    const id = await add()
    await db.update(entries).set({ commentsOpen: false }).where(eq(entries.id, postId))
    const { html } = await look(`${path}?replytocom=${id}`)
    expect(idsIn(html)).toEqual([id])
    expect(html).toContain('Comments on this are closed.')
    expect(html).not.toMatch(/commentform|comment-reply-link/)
    expect((await send({})).status).toBe(403)
    await db.delete(comments).where(eq(comments.id, id))
    shop.pages.clear()
    expect((await look()).html).not.toContain('id="comments"')
  })
})

describe('what waits', () => {
  test('[BLOG-05 moderation] is seen by its writer alone, under what it answers, until it is approved', async () => {
    const first = await add()
    const response = await send({ comment_parent: String(first), comment: 'Only for me so far.' })
    const location = response.headers.get('location') ?? ''
    expect(location).toMatch(/^\/blog\/on-water\/\?unapproved=\d+&moderation-hash=\w{32}#comment-\d+$/)
    const own = await look(location)
    expect(own.html).toMatch(/class="children[\s\S]*comment-awaiting-moderation[\s\S]*Only for me so far\./)
    expect(own.cache).toContain('no-store')
    const id = Number(location.split('#comment-')[1])
    for (const other of [
      path,
      location.replace(/hash=\w{4}/, 'hash=0000'),
      location.replace(/\?unapproved=\d+/, '?unapproved=1'),
    ]) {
      expect((await look(other)).html).not.toContain('Only for me so far.')
    }
    await setCommentStatus(shop, [id], 'approved')
    shop.pages.clear()
    expect((await look()).html).toContain('Only for me so far.')
  })
})

test.each([
  ['spam', 'unspam'],
  ['trash', 'untrash'],
])('wp/v2/comments: what comes back from %s waits for approval', async (from, back) => {
  const id = await add({ status: 'pending' })
  const move = async (status: string) => {
    const body = JSON.stringify({ status })
    const headers = { ...editor.headers, 'content-type': 'application/json' }
    return (await app.request(`/wp-json/wp/v2/comments/${id}`, { method: 'PUT', body, headers })).json()
  }
  expect(await move(from)).toMatchObject({ status: from })
  expect(await move(back)).toMatchObject({ status: 'hold' })
})

describe('wp/v2/comments refuses a change that it does not make, and then changes nothing', () => {
  const put = async (id: number, body: object) => {
    const headers = { ...editor.headers, 'content-type': 'application/json' }
    return app.request(`/wp-json/wp/v2/comments/${id}`, { method: 'PUT', body: JSON.stringify(body), headers })
  }
  const read = async (id: number) =>
    (await app.request(`/wp-json/wp/v2/comments/${id}?context=edit`, { headers: editor.headers })).json()

  test.each([
    [{ author_name: 'Eve' }],
    [{ author_email: 'eve@shop.test' }],
    [{ author_url: 'https://eve.test/' }],
    [{ author_ip: '192.0.2.7' }],
    [{ author_user_agent: 'curl' }],
    [{ author: 99_999_999 }],
    [{ post: 0 }],
    [{ post: 99_999_999 }],
    [{ parent: 99_999_999 }],
    [{ parent: 'a' }],
    [{ date: '2020-01-01T00:00:00' }],
    [{ date_gmt: '2020-01-01T00:00:00' }],
    [{ meta: { a: 1 } }],
    [{ status: 'lovely' }],
  ])('%j', async (body) => {
    const id = await add()
    const before = await read(id)
    const response = await put(id, { content: 'Rewritten', ...body })
    expect([response.status, (await response.json()).code]).toEqual([400, 'rest_invalid_param'])
    expect(await read(id)).toEqual(before)
  })

  test('a comment is sent back as it was read', async () => {
    const id = await add()
    const { content: _, ...before } = await read(id)
    expect((await put(id, before)).status).toBe(200)
    expect(await read(id)).toMatchObject(before)
  })
})

describe('kept pages', () => {
  test('[BLOG-05 moderation] hold no personal byte, and are dropped by every step that changes what is shown', async () => {
    const listener = await listenForPageTags({ url: databaseUrl, db }, [shop.pages], {
      onTags: async () => undefined,
      onError: (error) => expect(error).toBeUndefined(),
    })
    try {
      const kept = async () => {
        await look()
        expect(shop.pages.size.pages).toBe(1)
      }
      const dropped = async (step: () => Promise<unknown>) => {
        await kept()
        await step()
        await expect.poll(() => shop.pages.size.pages).toBe(0)
      }
      const id = await add({ status: 'pending' })
      await dropped(() => setCommentStatus(shop, [id], 'approved'))
      await dropped(() => replyAsShop(shop, id, { ...editor, name: 'Edith Editor', role: 'editor' }, 'Thank you.'))
      await dropped(() => setCommentStatus(shop, [id], 'spam'))
      await dropped(() => setCommentStatus(shop, [id], 'approved'))
      await dropped(() => deleteComments(shop, [id]))
      await dropped(async () => send({ proof: await createProof(shop) }, { cookie: editor.cookie }))
      // Signed-in users get the same cached page.
      const [mine, others] = await Promise.all([app.request(path, { headers: { cookie: editor.cookie } }), look()])
      expect(await mine.text()).toBe(others.html)
      expect(others.html).not.toContain(editor.email)
    } finally {
      await listener.end()
    }
  })
})

describe('answers to reviews', () => {
  test('[REV-04 comment_parent] lead to the page of reviews on which their thread stands', async () => {
    const tea = referenceIds.simple
    const oldest = 1
    for (let count = 0; count < 12; count += 1) {
      await add({ entryId: tea, rating: 5, createdAt: new Date(Date.now() + count * 1000) })
    }
    expect(await pageOfThread(db, oldest, { size: 10, order: 'newest' })).toBe(2)
    const response = await send(
      { comment_post_ID: String(tea), comment_parent: String(oldest) },
      { cookie: editor.cookie },
    )
    const location = response.headers.get('location') ?? ''
    expect(location).toMatch(/^\/product\/tea-1\/comment-page-2\/#comment-\d+$/)
    expect((await look(location)).html).toContain(`id="${location.split('#')[1]}"`)
    await db.delete(comments).where(sql`id > 24`)
  })
})

test('[BLOG-04] a reply to a comment that is deleted at the same moment finds it gone', async () => {
  const parent = await add()
  const fields = { comment_post_ID: String(postId), comment_parent: String(parent), comment: 'Late.' }
  const answer = await whileDeleting(
    db,
    (tx) => tx.delete(comments).where(eq(comments.id, parent)),
    async () =>
      app.request('/wp-comments-post.php', {
        method: 'POST',
        body: new URLSearchParams({ ...fields, author: 'Ada Leaf', email: 'late@shop.test' }),
      }),
  )
  expect(answer.status).toBeLessThan(500)
  expect(await db.$count(comments, eq(comments.content, 'Late.'))).toBe(0)
})

test('a comment that is repeated after a conflict counts once against its writer', async () => {
  const counts = async () => {
    const { rows } = await pool.query("select sum(points)::int as sum from rate_limits where key like 'comment-%'")
    return rows[0]?.sum as number
  }
  await send({ comment: 'One before.' })
  const before = await counts()
  // A sequence is not rolled back, so that only the first attempt conflicts.
  await pool.query(`create sequence attempts; create function conflict_once() returns trigger language plpgsql as $$
    begin
      if nextval('attempts') = 1 then raise exception 'deadlock' using errcode = '40P01'; end if;
      return new;
    end $$;
    create trigger conflict_once before insert on comments for each row execute function conflict_once()`)
  expect((await send({ comment: 'Repeated.' })).status).toBe(302)
  await pool.query('drop trigger conflict_once on comments; drop function conflict_once; drop sequence attempts')
  expect(await db.$count(comments, eq(comments.content, 'Repeated.'))).toBe(1)
  expect(await counts()).toBe(before + 2)
})
