import { Breadcrumbs, type Crumb } from '../../../platform/ui/breadcrumbs.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { Picture } from '../../../things/media/picture-element.tsx'
import { PlaceholderPicture } from '../../../things/media/placeholder-picture.tsx'
import type { ProjectCategory, ProjectSummary } from '../projects.store.ts'
import { LightboxLink } from './lightbox-link.tsx'
import styles from './portfolio-page.module.css'

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

/** Every project is in the page of every category, so that the filter needs no request (PORT-01). */
export function PortfolioPage({ projects, categories, current }: PortfolioProps) {
  const isShown = (project: ProjectSummary) => !current || project.categories.some(({ slug }) => slug === current.slug)
  const firstShown = projects.find(isShown)
  return (
    <main id="content" className="page-column page-top">
      <Breadcrumbs crumbs={portfolioCrumbs(current)} />
      <h1 className="page-title">{PORTFOLIO}</h1>
      <p className={`page-lead ${styles.lead}`}>
        Tea houses and tables that we planned and furnished, and the teas that are poured there.
      </p>
      {projects.length === 0 && <p>The first project is being photographed. Please come back soon.</p>}
      {categories.length > 0 && (
        <nav className={styles.filter} aria-label="Categories of projects">
          <ul className="portfolio-filter">
            <FilterLink type="all" name="All" href={paths.portfolio} isCurrent={!current} />
            {categories.map(({ slug, name }) => (
              <FilterLink
                key={slug}
                type={slug}
                name={name}
                href={hrefs.projectCategory(slug)}
                isCurrent={slug === current?.slug}
              />
            ))}
          </ul>
          <p className="screen-reader-text" role="status" />
        </nav>
      )}
      <ul className={`portfolio-list ${styles.list}`}>
        {projects.map((project) => (
          <li
            key={project.id}
            className="portfolio-item"
            data-type={project.categories.map(({ slug }) => slug).join(' ')}
            hidden={!isShown(project)}
          >
            <Card project={project} isFirst={project === firstShown} />
          </li>
        ))}
      </ul>
    </main>
  )
}

type FilterProps = { type: string; name: string; href: string; isCurrent: boolean }

const FilterLink = ({ type, name, href, isCurrent }: FilterProps) => (
  <li>
    <a href={href} data-type={type} {...(isCurrent ? { className: 'active', 'aria-current': 'true' as const } : {})}>
      {name}
    </a>
  </li>
)

function Card({ project, isFirst }: { project: ProjectSummary; isFirst: boolean }) {
  const { picture, video, title, excerpt, categories } = project
  const drawn = picture ? (
    <Picture picture={picture} maxWidth={560} sizes={sizes} alt={title} isFirst={isFirst} />
  ) : (
    <PlaceholderPicture alt={title} />
  )
  const href = video || (picture ? hrefs.upload(picture.path) : '')
  return (
    <>
      {href === '' ? (
        <span className={styles.frame}>{drawn}</span>
      ) : (
        <LightboxLink set="portfolio" href={href} title={title} description={excerpt} className={styles.frame}>
          {drawn}
        </LightboxLink>
      )}
      <h2 className={styles.title}>
        <a href={hrefs.project(project.slug)}>{title}</a>
      </h2>
      {categories.length > 0 && <p className={styles.about}>{categories.map(({ name }) => name).join(', ')}</p>}
      {excerpt !== '' && <p className={styles.excerpt}>{excerpt}</p>}
    </>
  )
}

const sizes = '(min-width: 1264px) 380px, (min-width: 960px) 31vw, (min-width: 600px) 46vw, 100vw'
