import { type Context, Hono } from 'hono'
import { hrefs, paths } from '../routes.ts'
import type { Shop } from '../shop.ts'
import { breadcrumbData } from '../ui/breadcrumbs.tsx'
import { pageInPath } from './comment-pages.ts'
import { findPage, findPost, listPosts, neighboursOf } from './content.store.ts'
import { withLazyMedia } from './content-media.ts'
import { withHeadingIds } from './headings.ts'
import { loadComments } from './make-comments.ts'
import { BlogPage } from './pages/blog-page.tsx'
import { PostPage } from './pages/post-page.tsx'
import { TextPage } from './pages/text-page.tsx'
import { type ShopFacts, withShopFacts } from './shortcodes.ts'

const POSTS_PER_PAGE = 10

/** Journal and pages: the same for everybody and without React in the browser. */
export function contentRoutes(shop: Shop): Hono {
  const routes = new Hono()
  routes.get(paths.blog, (context) => showBlog(context, shop, 1))
  routes.get(paths.blogPage, (context) => showBlog(context, shop, Number(context.req.param('page'))))
  routes.get(paths.post, (context) => showPost(context, shop, context.req.param('slug')))
  routes.get(paths.postComments, (context) => {
    const page = pageInPath(context.req.param('comments'))
    return page === 0 ? context.notFound() : showPost(context, shop, context.req.param('slug'), page)
  })
  routes.get(paths.page, async (context, next) => (await showPage(context, shop, context.req.param('slug'))) ?? next())
  return routes
}

/** Addresses with a query are shown but not kept: nobody links to them, and there is no end to them. */
export const isPlain = (context: Context): boolean => !context.req.url.includes('?')

const factsOf = (shop: Shop): ShopFacts => ({ shipping: shop.pricing().shipping, settings: shop.settings() })

async function showBlog(context: Context, shop: Shop, page: number): Promise<Response> {
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
    ...(isPlain(context) ? { cache: { tags: ['settings', 'posts'], generation } } : {}),
  })
}

async function showPost(context: Context, shop: Shop, slug: string, commentPage?: number): Promise<Response> {
  const generation = shop.pages.generation
  const post = await findPost(shop.db, slug)
  if (!post) return context.notFound()
  const [{ previous, next }, comments] = await Promise.all([
    neighboursOf(shop.db, post),
    loadComments(shop, post, context.req.query(), commentPage),
  ])
  if (!comments) return context.notFound()
  const { html, headings } = withHeadingIds(withLazyMedia(withShopFacts(post.content, factsOf(shop))))
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
    ...(isPlain(context) ? { cache: { tags: ['settings', 'posts', `entry:${post.id}`], generation } } : {}),
  })
}

/** Null where there is no such page. */
async function showPage(context: Context, shop: Shop, slug: string): Promise<Response | null> {
  const generation = shop.pages.generation
  const page = await findPage(shop.db, slug)
  if (!page) return null
  const { html, headings } = withHeadingIds(withLazyMedia(withShopFacts(page.content, factsOf(shop))))
  return context.render({
    title: page.title,
    description: page.excerpt,
    canonical: hrefs.page(page.slug),
    entryId: page.id,
    bodyClass: `page-template-default page page-id-${page.id}`,
    ...(page.picture ? { image: hrefs.upload(page.picture.path) } : {}),
    body: <TextPage page={page} html={html} headings={headings} />,
    ...(isPlain(context) ? { cache: { tags: ['settings', `entry:${page.id}`], generation } } : {}),
  })
}
