import { type Context, Hono } from 'hono'
import { currentUser } from '../../people/identity/auth-session.ts'
import { can } from '../../platform/access/permissions.ts'
import { idOf } from '../../platform/rest/request.ts'
import { breadcrumbData } from '../../platform/ui/breadcrumbs.tsx'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import { hrefs, paths } from '../../platform/web/routes.ts'
import { isPreviewKey } from '../../things/entries/preview-link.ts'
import type { SiteSettings } from '../../things/settings/site-settings.ts'
import { contentWrite } from '../content/capabilities.ts'
import { cacheOf, type Showing, typedTexts, visibility } from '../content/content.routes.tsx'
import { videoOriginsOf } from '../content/lazy-media.ts'
import { textOnPage, type WithShownTexts } from '../content/show-text.ts'
import { PortfolioPage, portfolioCrumbs } from './pages/portfolio-page.tsx'
import { ProjectPage, projectCrumbs } from './pages/project-page.tsx'
import * as store from './projects.store.ts'

type ProjectContext = Pick<Platform, 'db' | 'now' | 'pages' | 'secret' | 'url'> &
  WithShownTexts &
  WithSettings<SiteSettings>

/** The portfolio and its projects. `preview` must be registered before the home page. */
export function projectRoutes(shop: ProjectContext) {
  async function showPortfolio(context: Context, slug: string): Promise<Response> {
    const { generation } = shop.pages
    const [projects, categories] = await Promise.all([store.listProjects(shop.db), store.usedCategories(shop.db)])
    const category = categories.find((one) => one.slug === slug) ?? null
    if (slug !== '' && !category) return context.notFound()
    return context.render({
      title: category ? `${category.name} – Portfolio` : 'Portfolio',
      description: 'Tea houses and tables that we planned and furnished, and the teas that are poured there.',
      ...(projects.length > 0
        ? { canonical: category ? hrefs.projectCategory(category.slug) : paths.portfolio }
        : { noIndex: true }),
      bodyClass: `archive hfeed post-type-archive-project${category ? ' tax-project_category' : ''}`,
      structuredData: [breadcrumbData(portfolioCrumbs(category), shop.url)],
      frames: videoOriginsOf(projects.map(({ video }) => video)),
      body: <PortfolioPage projects={projects} categories={categories} current={category} />,
      cache: cacheOf(context, ['settings', 'projects'], generation),
    })
  }

  async function showProject(context: Context, project: store.Project, showing: Showing): Promise<Response> {
    const path = hrefs.project(project.slug)
    const image = project.picture ? hrefs.upload(project.picture.path) : undefined
    const text = await textOnPage(context, shop, project)
    return context.render({
      title: project.title,
      description: project.excerpt,
      entryId: project.id,
      jsonPath: `${paths.restProjects}/${project.id}`,
      bodyClass: `project-template-default single single-project postid-${project.id}`,
      structuredData: [
        breadcrumbData(projectCrumbs(project), shop.url),
        {
          '@type': 'CreativeWork',
          name: project.title,
          description: project.excerpt,
          url: shop.url + path,
          creator: { '@type': 'Organization', name: shop.settings().siteTitle },
          image: image && shop.url + image,
        },
      ],
      image,
      frames: [...text.frames, ...videoOriginsOf([project.video])],
      scripts: text.scripts,
      body: <ProjectPage project={project} html={text.html} isBuilt={text.document !== null} />,
      ...visibility(context, showing, path, ['settings', 'projects', `entry:${project.id}`], text),
    })
  }

  const isEditor = async (context: Context) => can(await currentUser(context, shop), contentWrite)

  const pages = new Hono()
  pages.get(paths.portfolio, (context) => showPortfolio(context, ''))
  pages.get(paths.projectCategory, (context) => showPortfolio(context, context.req.param('slug')))
  pages.get(paths.project, async (context, next) => {
    const { generation } = shop.pages
    const slug = context.req.param('slug')
    const published = await store.findProject(shop.db, { slug })
    if (published) return showProject(context, published, { isPublic: true, generation })
    const hidden = (await isEditor(context)) && (await store.findProject(shop.db, { slug, isPrivate: true }))
    return hidden ? showProject(context, hidden, { isPublic: false }) : next()
  })

  const preview = new Hono()
  preview.on(['GET', 'POST'], paths.home, async (context, next) => {
    const { p, preview: isPreview, preview_nonce: key = '' } = context.req.query()
    const id = idOf(p)
    if (isPreview !== 'true' || id === 0) return next()
    const isTyped = context.req.method === 'POST'
    const hasKey = !isTyped && isPreviewKey(shop.secret, id, key, shop.now())
    if (!hasKey && !(await isEditor(context))) return next()
    const project = await store.findProject(shop.db, { id })
    if (!project) return next()
    const typed = isTyped ? await typedTexts(context, shop.db) : {}
    return showProject(context, { ...project, ...typed }, { isPublic: false })
  })
  return { preview, pages }
}
