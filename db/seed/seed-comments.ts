import { eq } from 'drizzle-orm'
import { users } from '../../src/people/identity/accounts.table.ts'
import type { Tx } from '../../src/platform/database/connect.ts'
import { comments } from '../../src/site/comments/comments.table.ts'
import { entries } from '../../src/things/entries/entries.table.ts'
import { postComments } from './comments.ts'
import { daysBefore } from './days-before.ts'
import type { SeedReply } from './types.ts'

/** Comments under the posts; posts and users exist already. */
export async function seedComments(tx: Tx, now: Date): Promise<void> {
  const posts = await tx.select({ id: entries.id, slug: entries.slug }).from(entries).where(eq(entries.kind, 'post'))
  const staffUsers = await tx.select({ id: users.id, email: users.email, name: users.name }).from(users)

  const write = async (entryId: number, parentId: number | null, input: SeedReply): Promise<void> => {
    const staff = 'staff' in input ? staffUsers.find(({ email }) => email === input.staff) : undefined
    const by = 'staff' in input ? { author: staff?.name ?? '', email: input.staff } : input
    const [created] = await tx
      .insert(comments)
      .values({
        entryId,
        parentId,
        content: input.text,
        status: 'approved',
        userId: staff?.id ?? null,
        authorName: by.author,
        authorEmail: by.email,
        createdAt: daysBefore(now, input.daysAgo),
      })
      .returning({ id: comments.id })
    for (const reply of input.replies ?? []) await write(entryId, created?.id ?? null, reply)
  }

  for (const { post, ...comment } of postComments) {
    const entry = posts.find(({ slug }) => slug === post)
    if (!entry) throw new Error(`A comment names the unknown post ${post}`)
    await write(entry.id, null, comment)
  }
}
