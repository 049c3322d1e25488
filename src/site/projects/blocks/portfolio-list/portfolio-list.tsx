import { inArray } from 'drizzle-orm'
import { defineBlock } from '../../../../things/blocks/block.ts'
import { entities, flag, number } from '../../../../things/blocks/options.ts'
import { terms } from '../../../../things/entries/terms.table.ts'
import { ProjectList } from '../../pages/project-list.tsx'
import { listProjects, usedCategories } from '../../projects.store.ts'

/** The newest projects, optionally of some categories. */
export const portfolioList = defineBlock({
  name: 'portfolio_list',
  title: 'Projects',
  group: 'site',
  options: {
    count: number('How many', { min: 1, max: 60, default: 6 }),
    categories: entities('Of these categories', 'project_category'),
    filter: flag('With a filter by category', false),
  },
  async load({ db }, { count, categories: ids, filter }) {
    const [all, used, chosen] = await Promise.all([
      listProjects(db),
      filter ? usedCategories(db) : [],
      ids.length === 0 ? [] : db.select({ slug: terms.slug }).from(terms).where(inArray(terms.id, ids)),
    ])
    const has = (slug: string) => chosen.some((one) => one.slug === slug)
    const projects = all
      .filter(({ categories }) => ids.length === 0 || categories.some(({ slug }) => has(slug)))
      .slice(0, Math.round(count))
    const categories = used.filter(({ slug }) =>
      projects.some((project) => project.categories.some((one) => one.slug === slug)),
    )
    return { data: { projects, categories }, tags: ['projects'] }
  },
  View: ({ data: { projects, categories }, id }) =>
    projects.length > 0 && (
      <ProjectList projects={projects} categories={categories} current={null} set={id} headingLevel={3} isPart />
    ),
})
