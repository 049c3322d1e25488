import { hrefs, paths } from '../../../platform/web/routes.ts'
import { Picture } from '../../../things/media/picture-element.tsx'
import { PlaceholderPicture } from '../../../things/media/placeholder-picture.tsx'
import type { ProjectCategory, ProjectSummary } from '../projects.store.ts'
import { LightboxLink } from './lightbox-link.tsx'
import styles from './project-list.module.css'

type ProjectListProps = {
  projects: readonly ProjectSummary[]
  /** Filters. */
  categories: readonly ProjectCategory[]
  current: ProjectCategory | null
  /** Name of the lightbox set. */
  set: string
  headingLevel: 2 | 3
  /** Whether filtering leaves the URL unchanged. */
  isPart?: boolean
}

/** Every category page contains all projects, so that filtering needs no request (PORT-01). */
export function ProjectList({ projects, categories, current, set, headingLevel, isPart = false }: ProjectListProps) {
  const isShown = (project: ProjectSummary) => !current || project.categories.some(({ slug }) => slug === current.slug)
  const firstShown = isPart ? undefined : projects.find(isShown)
  return (
    <div className="portfolio" data-part={isPart ? '' : undefined}>
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
            <Card
              project={project}
              set={set}
              isInSet={isShown(project)}
              headingLevel={headingLevel}
              isFirst={project === firstShown}
            />
          </li>
        ))}
      </ul>
    </div>
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

type CardProps = Pick<ProjectListProps, 'set' | 'headingLevel'> & {
  project: ProjectSummary
  isInSet: boolean
  isFirst: boolean
}

function Card({ project, set, isInSet, headingLevel, isFirst }: CardProps) {
  const Heading = `h${headingLevel}` as const
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
        <LightboxLink
          set={set}
          isInSet={isInSet}
          href={href}
          title={title}
          description={excerpt}
          className={styles.frame}
        >
          {drawn}
        </LightboxLink>
      )}
      <Heading className={styles.title}>
        <a href={hrefs.project(project.slug)}>{title}</a>
      </Heading>
      {categories.length > 0 && <p className={styles.about}>{categories.map(({ name }) => name).join(', ')}</p>}
      {excerpt !== '' && <p className={styles.excerpt}>{excerpt}</p>}
    </>
  )
}

const sizes = '(min-width: 1264px) 380px, (min-width: 960px) 31vw, (min-width: 600px) 46vw, 100vw'
