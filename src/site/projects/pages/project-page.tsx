import { Breadcrumbs, type Crumb } from '../../../platform/ui/breadcrumbs.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { Picture } from '../../../things/media/picture-element.tsx'
import { BuiltText } from '../../content/pages/built-text.tsx'
import prose from '../../content/pages/prose.module.css'
import type { Project } from '../projects.store.ts'
import { LightboxLink } from './lightbox-link.tsx'
import styles from './project-page.module.css'

export const projectCrumbs = ({ title }: Project): Crumb[] => [
  { label: 'Home', href: paths.home },
  { label: 'Portfolio', href: paths.portfolio },
  { label: title },
]

type ProjectPageProps = { project: Project; html: string; isBuilt: boolean }

export function ProjectPage({ project, html, isBuilt }: ProjectPageProps) {
  const { title, excerpt, categories, picture, pictures, video } = project
  const still = picture ?? pictures[0]
  return (
    <main id="content" className="page-column page-top">
      <article className="project type-project hentry">
        <header className={styles.head}>
          <Breadcrumbs crumbs={projectCrumbs(project)} />
          <h1 className="entry-title page-title">{title}</h1>
          {excerpt !== '' && <p className="page-lead">{excerpt}</p>}
          {categories.length > 0 && (
            <ul className={styles.categories} aria-label="Categories">
              {categories.map(({ slug, name }) => (
                <li key={slug}>
                  <a href={hrefs.projectCategory(slug)}>{name}</a>
                </li>
              ))}
            </ul>
          )}
        </header>
        {picture && (
          <div className={`page-scene ${styles.scene}`}>
            <Picture picture={picture} maxWidth={1200} sizes="(min-width: 1264px) 1200px, 100vw" isFirst />
          </div>
        )}
        {isBuilt ? (
          <BuiltText html={html} />
        ) : (
          <div className={`entry-content ${prose.prose} ${styles.text}`} dangerouslySetInnerHTML={{ __html: html }} />
        )}
        {(pictures.length > 0 || video !== '') && (
          <section aria-labelledby="pictures-title" className={styles.pictures}>
            <h2 id="pictures-title">{pictures.length > 0 ? 'Pictures' : 'Video'}</h2>
            <ul>
              {video !== '' && (
                <li>
                  <LightboxLink set="project" href={video} title={title} description={excerpt}>
                    {still ? (
                      <Picture picture={still} maxWidth={560} sizes={sizes} alt={title} />
                    ) : (
                      <span className={styles.video} />
                    )}
                  </LightboxLink>
                </li>
              )}
              {pictures.map((one) => (
                <li key={one.id}>
                  <LightboxLink
                    set="project"
                    href={hrefs.upload(one.path)}
                    title={one.alt || title}
                    description={one.caption}
                  >
                    <Picture picture={one} maxWidth={560} sizes={sizes} />
                  </LightboxLink>
                </li>
              ))}
            </ul>
          </section>
        )}
        <p className={styles.back}>
          <a href={paths.portfolio}>All projects</a>
        </p>
      </article>
    </main>
  )
}

const sizes = '(min-width: 1264px) 380px, (min-width: 720px) 31vw, 50vw'
