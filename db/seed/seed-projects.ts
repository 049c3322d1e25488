import type { Tx } from '../../src/platform/database/connect.ts'
import { entries } from '../../src/things/entries/entries.table.ts'
import { entryTerms } from '../../src/things/entries/terms.table.ts'
import { entryMedia } from '../../src/things/media/media.table.ts'
import { daysBefore } from './days-before.ts'
import { projects, projectViews } from './projects.ts'
import { seedTaxonomy } from './seed-content.ts'
import type { Pictures } from './seed-pictures.ts'

/** Tea houses with their pictures in order and their categories. */
export async function seedProjects(tx: Tx, pictures: Pictures, now: Date): Promise<void> {
  const names = projects.flatMap(({ categories }) => [...categories])
  const categoryIds = await seedTaxonomy(tx, 'project_category', names)
  for (const { slug, title, excerpt, html, categories, daysAgo } of projects) {
    const published = daysBefore(now, daysAgo)
    const mediaIds = projectViews.map((view) => pictures.get(`house-${slug}-${view}`).id)
    const [row] = await tx
      .insert(entries)
      .values({
        kind: 'project',
        slug,
        title,
        excerpt,
        content: html,
        imageId: mediaIds[0],
        commentsOpen: false,
        publishedAt: published,
        createdAt: published,
        updatedAt: published,
      })
      .returning({ id: entries.id })
    if (!row) throw new Error(`The project ${slug} was not written`)
    await tx.insert(entryMedia).values(mediaIds.map((mediaId, position) => ({ entryId: row.id, mediaId, position })))
    const termIds = categories.flatMap((name) => categoryIds.get(name) ?? [])
    await tx.insert(entryTerms).values(termIds.map((termId) => ({ entryId: row.id, termId })))
  }
}
