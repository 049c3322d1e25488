import { type Context, Hono } from 'hono'
import { currentUser } from '../../people/identity/auth-session.ts'
import { listAuthors } from '../../people/identity/authors.store.ts'
import { can } from '../../platform/access/permissions.ts'
import { idOf } from '../../platform/rest/request.ts'
import { breadcrumbData } from '../../platform/ui/breadcrumbs.tsx'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import { formFields } from '../../platform/web/form.ts'
import type { Page } from '../../platform/web/page.ts'
import { hrefs, paths } from '../../platform/web/routes.ts'
import { cleanContent, cleanLine, cleanText } from '../../things/entries/clean-content.ts'
import { isPreviewKey } from '../../things/entries/preview-link.ts'
import type { SiteSettings } from '../../things/settings/site-settings.ts'
import { loadComments, parsePathPage } from '../comments/threads.store.ts'
import { contentWrite } from './capabilities.ts'
import * as store from './content.store.ts'
import { PostPage, postCrumbs } from './pages/post-page.tsx'
import { StaticPage } from './pages/static-page.tsx'
import { postData } from './post-data.ts'
import { readTermsOf } from './post-terms.store.ts'
import { type ShownText, textOnPage, type WithShownTexts } from './show-text.ts'

const RELATED_POSTS = 3

type ContentContext = Pick<Platform, 'db' | 'now' | 'pages' | 'secret' | 'url'> &
  WithShownTexts &
  WithSettings<SiteSettings>

export type Showing = { readonly isPublic: true; readonly generation: number } | { readonly isPublic: false }

/** Public pages are cached; private ones are shown to editors. `preview` must be registered before the home page. */
export function contentRoutes(shop: ContentContext) {
  const isEditor = async (context: Context) => can(await currentUser(context, shop), contentWrite)

  async function findShown<E>(context: Context, find: (key: store.EntryKey) => Promise<E | undefined>) {
    const { generation } = shop.pages
    const slug = context.req.param('slug') ?? ''
    const published = await find({ slug })
    if (published) return { entry: published, showing: { isPublic: true, generation } } as const
    const hidden = (await isEditor(context)) ? await find({ slug, isPrivate: true }) : undefined
    return hidden && ({ entry: hidden, showing: { isPublic: false } } as const)
  }

  async function showPost(
    context: Context,
    post: store.Post,
    showing: Showing,
    commentPage?: number,
  ): Promise<Response> {
    const [adjacent, text, comments, terms, related, authors] = await Promise.all([
      store.adjacentPosts(shop.db, post),
      textOnPage(context, shop, post),
      loadComments(shop, post, context.req.query(), commentPage),
      readTermsOf(shop.db, post.id),
      store.relatedPosts(shop.db, post, RELATED_POSTS),
      listAuthors(shop.db),
    ])
    if (!comments) return context.notFound()
    const path = hrefs.post(post.slug)
    const author = authors.find(({ id }) => id === post.authorId) ?? null
    const site = { url: shop.url, title: shop.settings().siteTitle }
    const { article, image, socialMeta } = postData(post, { author, terms, site })
    return context.render({
      title: post.title,
      description: post.excerpt,
      entryId: post.id,
      feeds: [{ title: `${post.title} comments`, href: hrefs.feedOf(path) }],
      bodyClass: `post-template-default single single-post postid-${post.id} single-format-standard`,
      structuredData: [breadcrumbData(postCrumbs(post), shop.url), article],
      image,
      socialMeta,
      frames: text.frames,
      scripts: text.scripts,
      body: (
        <PostPage
          post={post}
          text={text}
          author={author}
          terms={terms}
          adjacent={adjacent}
          related={related}
          comments={comments}
        />
      ),
      ...visibility(context, showing, path, ['settings', 'posts', `entry:${post.id}`], text),
    })
  }

  async function showPage(context: Context, page: store.ContentPage, showing: Showing): Promise<Response> {
    const text = await textOnPage(context, shop, page)
    return context.render({
      title: page.title,
      description: page.excerpt,
      entryId: page.id,
      bodyClass: `page-template-default page page-id-${page.id}`,
      image: page.picture ? hrefs.upload(page.picture.path) : undefined,
      frames: text.frames,
      scripts: text.scripts,
      body: <StaticPage page={page} text={text} />,
      ...visibility(context, showing, hrefs.page(page.slug), ['settings', `entry:${page.id}`], text),
    })
  }

  const pages = new Hono()
  pages.on('GET', [paths.post, paths.postComments], async (context, next) => {
    const segment = context.req.param('comments')
    const commentPage = segment === undefined ? undefined : parsePathPage(segment)
    if (commentPage === 0) return context.notFound()
    const found = await findShown(context, (key) => store.findPost(shop.db, key))
    return found ? showPost(context, found.entry, found.showing, commentPage) : next()
  })
  pages.get(paths.page, async (context, next) => {
    const found = await findShown(context, (key) => store.findPage(shop.db, key))
    return found ? showPage(context, found.entry, found.showing) : next()
  })

  const preview = new Hono().get(paths.home, async (context, next) => {
    const query = context.req.query()
    const id = idOf(query.p)
    if (query.preview !== 'true' || id === 0) return next()
    const mayRead = isPreviewKey(shop.secret, id, query.preview_nonce ?? '', shop.now()) || (await isEditor(context))
    if (!mayRead) return next()
    const post = await store.findPost(shop.db, { id })
    if (post) return showPost(context, post, { isPublic: false })
    const page = await store.findPage(shop.db, { id })
    return page ? showPage(context, page, { isPublic: false }) : next()
  })
  // Preview of unsaved input; nothing is stored.
  preview.post(paths.home, async (context, next) => {
    const query = context.req.query()
    const id = idOf(query.p)
    if (query.preview !== 'true' || id === 0 || !(await isEditor(context))) return next()
    const typed = await typedTexts(context, shop.db)
    const post = await store.findPost(shop.db, { id })
    if (post) return showPost(context, { ...post, ...typed }, { isPublic: false })
    const page = await store.findPage(shop.db, { id })
    return page ? showPage(context, { ...page, ...typed }, { isPublic: false }) : next()
  })
  return { preview, pages }
}

/** The sanitized input of the entry form. */
export async function typedTexts(context: Context, db: Platform['db']) {
  const { title = '', excerpt = '', content = '', featured_media } = await formFields(context)
  return {
    title: cleanLine(title),
    excerpt: cleanText(excerpt),
    content: cleanContent(content),
    picture: await store.findPicture(db, idOf(featured_media)),
  }
}

/** Private pages are neither cached nor indexed; personal ones are not cached. */
export const visibility = (
  context: Context,
  showing: Showing,
  canonical: string,
  tags: readonly string[],
  { isPersonal, tags: textTags, expiresAt, isFrame }: Pick<ShownText, 'isPersonal' | 'tags' | 'expiresAt' | 'isFrame'>,
) => {
  if (isFrame) return { noIndex: true, isEditingFrame: true }
  if (!showing.isPublic) return { noIndex: true }
  if (isPersonal) return { canonical }
  const cache = cacheOf(context, [...tags, ...textTags], showing.generation)
  return { canonical, cache: cache && expiresAt ? { ...cache, expiresAt } : cache }
}

/** URLs with a query are not cached, because there is no limit to their number. */
export const cacheOf = (context: Context, tags: readonly string[], generation: number): Page['cache'] =>
  context.req.url.includes('?') ? undefined : { tags, generation }
