import { defineBlock } from '../../../../things/blocks/block.ts'
import { entities, flag, number } from '../../../../things/blocks/options.ts'
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
    const projects = (await listProjects(db))
      .filter((project) => ids.length === 0 || project.categories.some(({ id }) => ids.includes(id)))
      .slice(0, Math.round(count))
    const shown = new Set(projects.flatMap((project) => project.categories.map(({ id }) => id)))
    const categories = filter ? (await usedCategories(db)).filter(({ id }) => shown.has(id)) : []
    return { data: { projects, categories }, tags: ['projects'] }
  },
  View: ({ data: { projects, categories }, id }) =>
    projects.length > 0 && (
      <ProjectList projects={projects} categories={categories} current={null} set={id} headingLevel={3} isPart />
    ),
})
