import { type Context, Hono } from 'hono'
import { breadcrumbData } from '../../platform/ui/breadcrumbs.tsx'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import type { Page } from '../../platform/web/page.ts'
import { hrefs, paths } from '../../platform/web/routes.ts'
import type { SiteSettings } from '../../things/settings/site-settings.ts'
import { loadComments, parsePathPage } from '../comments/load-comments.ts'
import { adjacentPosts, findPage, findPost, listPosts } from './content.store.ts'
import { withHeadingIds } from './headings.ts'
import { withLazyMedia } from './lazy-media.ts'
import { BlogPage } from './pages/blog-page.tsx'
import { PostPage, postCrumbs } from './pages/post-page.tsx'
import { StaticPage } from './pages/static-page.tsx'
import { expandShortcodes, type Shortcodes } from './shortcodes.ts'

const POSTS_PER_PAGE = 10

/** Journal and static pages: cached for all visitors and without React in the browser. */
export function contentRoutes(
  shop: Pick<Platform, 'db' | 'pages' | 'secret' | 'url'> & WithSettings<SiteSettings>,
  shortcodes: Shortcodes,
): Hono {
  const textOf = (content: string) => withHeadingIds(withLazyMedia(expandShortcodes(content, shortcodes)))

  async function showBlog(context: Context, page: number): Promise<Response> {
    const { generation } = shop.pages
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
      cache: cacheOf(context, ['settings', 'posts'], generation),
    })
  }

  async function showPost(context: Context, slug: string, commentPage?: number): Promise<Response> {
    const { generation } = shop.pages
    const post = await findPost(shop.db, slug)
    if (!post) return context.notFound()
    const [adjacent, comments] = await Promise.all([
      adjacentPosts(shop.db, post),
      loadComments(shop, post, context.req.query(), commentPage),
    ])
    if (!comments) return context.notFound()
    const path = hrefs.post(post.slug)
    const image = post.picture ? hrefs.upload(post.picture.path) : undefined
    return context.render({
      title: post.title,
      description: post.excerpt,
      canonical: path,
      entryId: post.id,
      feeds: [{ title: `${post.title} comments`, href: hrefs.feedOf(path) }],
      bodyClass: `post-template-default single single-post postid-${post.id} single-format-standard`,
      structuredData: [
        breadcrumbData(postCrumbs(post), shop.url),
        {
          '@type': 'BlogPosting',
          headline: post.title,
          description: post.excerpt,
          datePublished: post.publishedAt.toISOString(),
          url: shop.url + path,
          author: { '@type': 'Organization', name: shop.settings().siteTitle },
          image: image && shop.url + image,
        },
      ],
      image,
      body: <PostPage post={post} text={textOf(post.content)} adjacent={adjacent} comments={comments} />,
      cache: cacheOf(context, ['settings', 'posts', `entry:${post.id}`], generation),
    })
  }

  const routes = new Hono()
  routes.get(paths.blog, (context) => showBlog(context, 1))
  routes.get(paths.blogPage, (context) => showBlog(context, Number(context.req.param('page'))))
  routes.get(paths.post, (context) => showPost(context, context.req.param('slug')))
  routes.get(paths.postComments, (context) => {
    const page = parsePathPage(context.req.param('comments'))
    return page === 0 ? context.notFound() : showPost(context, context.req.param('slug'), page)
  })
  routes.get(paths.page, async (context, next) => {
    const { generation } = shop.pages
    const page = await findPage(shop.db, context.req.param('slug'))
    if (!page) return next()
    return context.render({
      title: page.title,
      description: page.excerpt,
      canonical: hrefs.page(page.slug),
      entryId: page.id,
      bodyClass: `page-template-default page page-id-${page.id}`,
      image: page.picture ? hrefs.upload(page.picture.path) : undefined,
      body: <StaticPage page={page} text={textOf(page.content)} />,
      cache: cacheOf(context, ['settings', `entry:${page.id}`], generation),
    })
  })
  return routes
}

/** URLs with a query are not cached, because their number is unlimited. */
export const cacheOf = (context: Context, tags: readonly string[], generation: number): Page['cache'] =>
  context.req.url.includes('?') ? undefined : { tags, generation }
