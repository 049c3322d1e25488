import { type Context, Hono } from 'hono'
import { breadcrumbData } from '../../platform/ui/breadcrumbs.tsx'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import { hrefs, paths } from '../../platform/web/routes.ts'
import type { SiteSettings } from '../../things/settings/site-settings.ts'
import { parsePathPage } from '../comments/comment-pages.ts'
import { loadComments } from '../comments/load-comments.ts'
import { adjacentPosts, findPage, findPost, listPosts } from './content.store.ts'
import { withHeadingIds } from './headings.ts'
import { withLazyMedia } from './lazy-media.ts'
import { BlogPage } from './pages/blog-page.tsx'
import { PostPage } from './pages/post-page.tsx'
import { StaticPage } from './pages/static-page.tsx'
import { expandShortcodes, type Shortcodes } from './shortcodes.ts'

const POSTS_PER_PAGE = 10

/** Journal and static pages: cached for all visitors and without React in the browser. */
export function contentRoutes(
  shop: Pick<Platform, 'db' | 'pages' | 'secret' | 'url'> & WithSettings<SiteSettings>,
  shortcodes: Shortcodes,
): Hono {
  const routes = new Hono()
  routes.get(paths.blog, (context) => showBlog(context, shop, 1))
  routes.get(paths.blogPage, (context) => showBlog(context, shop, Number(context.req.param('page'))))
  routes.get(paths.post, (context) => showPost(context, shop, shortcodes, context.req.param('slug')))
  routes.get(paths.postComments, (context) => {
    const page = parsePathPage(context.req.param('comments'))
    return page === 0 ? context.notFound() : showPost(context, shop, shortcodes, context.req.param('slug'), page)
  })
  routes.get(
    paths.page,
    async (context, next) => (await showPage(context, shop, shortcodes, context.req.param('slug'))) ?? next(),
  )
  return routes
}

/** URLs with a query are not cached, because their number is unlimited. */
export const hasNoQuery = (context: Context): boolean => !context.req.url.includes('?')

async function showBlog(context: Context, shop: Pick<Platform, 'db' | 'pages'>, page: number): Promise<Response> {
  const generation = shop.pages.generation
  if (!Number.isSafeInteger(page)) return context.notFound()
  const { posts, total } = await listPosts(shop.db, { page, perPage: POSTS_PER_PAGE })
  const pages = Math.ceil(total / POSTS_PER_PAGE)
  if (page < 1 || (page > 1 && page > pages)) return context.notFound()
  return context.render({
    title: page > 1 ? `Journal, page ${page}` : 'Journal',
    description: 'How tea is made, how to make it, and what happens between the hill and the cup.',
    canonical: hrefs.blog(page),
    bodyClass: 'blog hfeed',
    body: <BlogPage posts={posts} page={page} pages={pages} />,
    ...(hasNoQuery(context) ? { cache: { tags: ['settings', 'posts'], generation } } : {}),
  })
}

async function showPost(
  context: Context,
  shop: Pick<Platform, 'db' | 'pages' | 'secret' | 'url'> & WithSettings<SiteSettings>,
  shortcodes: Shortcodes,
  slug: string,
  commentPage?: number,
): Promise<Response> {
  const generation = shop.pages.generation
  const post = await findPost(shop.db, slug)
  if (!post) return context.notFound()
  const [{ previous, next }, comments] = await Promise.all([
    adjacentPosts(shop.db, post),
    loadComments(shop, post, context.req.query(), commentPage),
  ])
  if (!comments) return context.notFound()
  const { html, headings } = withHeadingIds(withLazyMedia(expandShortcodes(post.content, shortcodes)))
  const crumbs = [
    { label: 'Home', href: hrefs.home() },
    { label: 'Journal', href: hrefs.blog() },
    { label: post.title },
  ]
  const image = post.picture ? hrefs.upload(post.picture.path) : undefined
  return context.render({
    title: post.title,
    description: post.excerpt,
    canonical: hrefs.post(post.slug),
    entryId: post.id,
    feeds: [{ title: `${post.title} comments`, href: hrefs.feedOf(hrefs.post(post.slug)) }],
    bodyClass: `post-template-default single single-post postid-${post.id} single-format-standard`,
    structuredData: [
      breadcrumbData(crumbs, shop.url),
      {
        '@type': 'BlogPosting',
        headline: post.title,
        description: post.excerpt,
        datePublished: post.publishedAt.toISOString(),
        url: `${shop.url}${hrefs.post(post.slug)}`,
        author: { '@type': 'Organization', name: shop.settings().siteTitle },
        ...(image ? { image: `${shop.url}${image}` } : {}),
      },
    ],
    ...(image ? { image } : {}),
    body: <PostPage post={post} html={html} headings={headings} previous={previous} next={next} comments={comments} />,
    ...(hasNoQuery(context) ? { cache: { tags: ['settings', 'posts', `entry:${post.id}`], generation } } : {}),
  })
}

/** Null if there is no such page. */
async function showPage(
  context: Context,
  shop: Pick<Platform, 'db' | 'pages'>,
  shortcodes: Shortcodes,
  slug: string,
): Promise<Response | null> {
  const generation = shop.pages.generation
  const page = await findPage(shop.db, slug)
  if (!page) return null
  const { html, headings } = withHeadingIds(withLazyMedia(expandShortcodes(page.content, shortcodes)))
  return context.render({
    title: page.title,
    description: page.excerpt,
    canonical: hrefs.page(page.slug),
    entryId: page.id,
    bodyClass: `page-template-default page page-id-${page.id}`,
    ...(page.picture ? { image: hrefs.upload(page.picture.path) } : {}),
    body: <StaticPage page={page} html={html} headings={headings} />,
    ...(hasNoQuery(context) ? { cache: { tags: ['settings', `entry:${page.id}`], generation } } : {}),
  })
}
