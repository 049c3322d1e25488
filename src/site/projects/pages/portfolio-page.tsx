import { Breadcrumbs, type Crumb } from '../../../platform/ui/breadcrumbs.tsx'
import { paths } from '../../../platform/web/routes.ts'
import type { ProjectCategory, ProjectSummary } from '../projects.store.ts'
import styles from './portfolio-page.module.css'
import { ProjectList } from './project-list.tsx'

const PORTFOLIO = 'Portfolio'

export const portfolioCrumbs = (category: ProjectCategory | null): Crumb[] => [
  { label: 'Home', href: paths.home },
  ...(category ? [{ label: PORTFOLIO, href: paths.portfolio }, { label: category.name }] : [{ label: PORTFOLIO }]),
]

type PortfolioProps = {
  projects: readonly ProjectSummary[]
  categories: readonly ProjectCategory[]
  current: ProjectCategory | null
}

export function PortfolioPage({ projects, categories, current }: PortfolioProps) {
  return (
    <main id="content" className={`page-column page-top ${styles.page}`}>
      <Breadcrumbs crumbs={portfolioCrumbs(current)} />
      <h1 className="page-title">{PORTFOLIO}</h1>
      <p className={`page-lead ${styles.lead}`}>
        Tea houses and tables that we planned and furnished, and the teas that are poured there.
      </p>
      {projects.length === 0 && <p>The first project is being photographed. Please come back soon.</p>}
      <ProjectList projects={projects} categories={categories} current={current} set="portfolio" headingLevel={2} />
    </main>
  )
}
