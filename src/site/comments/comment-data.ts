import { asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { ERASED_EMAIL, type Person, type PersonalData } from '../../platform/privacy/personal-data.ts'
import { invalidatePageTags } from '../../platform/web/page-tags.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { commentIdOf, emails } from '../../things/messages/emails.table.ts'
import { comments } from './comments.table.ts'
import { commentCacheTags } from './moderate-comments.ts'

const writtenBy = ({ userId, email }: Person): SQL =>
  or(
    userId === null ? sql`false` : eq(comments.userId, userId),
    email === null ? sql`false` : sql`(${comments.userId} is null and ${comments.authorEmail} = ${email})`,
  ) ?? sql`false`

/** Comments and reviews. On erasure they stay without the name, because others replied and ratings count. */
export const commentData: PersonalData = {
  id: 'comments',
  title: 'Comments and reviews',
  tables: ['comments'],
  read: (db, person) =>
    db
      .select({
        about: entries.title,
        written: comments.createdAt,
        name: comments.authorName,
        email: comments.authorEmail,
        rating: comments.rating,
        text: comments.content,
        status: comments.status,
      })
      .from(comments)
      .innerJoin(entries, eq(entries.id, comments.entryId))
      .where(writtenBy(person))
      .orderBy(asc(comments.id)),
  detach: (tx, userId) => tx.update(comments).set({ userId: null }).where(eq(comments.userId, userId)),
  async erase(tx, person) {
    const erased = await tx
      .update(comments)
      .set({ userId: null, authorName: 'Former customer', authorEmail: ERASED_EMAIL })
      .where(writtenBy(person))
      .returning({ id: comments.id, entryId: comments.entryId })
    if (erased.length === 0) return 0
    // Notification emails contain the name and quote the comment.
    const ids = erased.map(({ id }) => String(id))
    await tx.delete(emails).where(inArray(commentIdOf(emails), ids))
    await invalidatePageTags(tx, commentCacheTags([...new Set(erased.map(({ entryId }) => entryId))], false))
    return erased.length
  },
}
