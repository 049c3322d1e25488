import { eq } from 'drizzle-orm'
import { users } from '../../src/accounts/accounts.table.ts'
import { comments } from '../../src/content/comments.table.ts'
import type { Tx } from '../../src/database/connect.ts'
import { entries } from '../../src/entries/entries.table.ts'
import { postComments } from './comments.ts'
import { daysBefore } from './days.ts'
import type { SeedAnswer } from './shapes.ts'

/** Comments under the posts; posts and people are there already. */
export async function seedComments(tx: Tx, now: Date): Promise<void> {
  const posts = await tx.select({ id: entries.id, slug: entries.slug }).from(entries).where(eq(entries.kind, 'post'))
  const people = await tx.select({ id: users.id, email: users.email, name: users.name }).from(users)

  const write = async (entryId: number, parentId: number | null, words: SeedAnswer): Promise<void> => {
    const staff = 'staff' in words ? people.find(({ email }) => email === words.staff) : undefined
    const by = 'staff' in words ? { author: staff?.name ?? '', email: words.staff } : words
    const [made] = await tx
      .insert(comments)
      .values({
        ...{ entryId, parentId, content: words.text, status: 'approved' },
        ...{ userId: staff?.id ?? null, authorName: by.author, authorEmail: by.email },
        createdAt: daysBefore(now, words.daysAgo),
      })
      .returning({ id: comments.id })
    for (const answer of words.answers ?? []) await write(entryId, made?.id ?? null, answer)
  }

  for (const { post, ...comment } of postComments) {
    const entry = posts.find(({ slug }) => slug === post)
    if (!entry) throw new Error(`A comment names the unknown post ${post}`)
    await write(entry.id, null, comment)
  }
}
