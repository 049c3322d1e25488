/**
 * Compatibility with jQuery scripts of WooCommerce shops, in both directions: their listeners receive our events, and a
 * script written only from public documentation (storefront-scripts.md §1 to §3) works on our pages without our
 * scripts.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { demo } from '../running/demo-shop.ts'
import { scriptRun } from '../running/script-run.ts'
import { expect, holdRequests, test } from './shop-test.ts'

const jQuery = readFileSync(fileURLToPath(import.meta.resolve('jquery/dist/jquery.min.js')), 'utf8')

/** Adds jQuery and a plugin's script to the page, as a shop owner would. */
async function addScript(page: Page, script: string): Promise<void> {
  await page.evaluate(jQuery)
  await page.evaluate(script)
}

/** A plugin that records the events it receives. */
const listeners = `
  window.heard = []
  const $ = window.jQuery
  const names = ['adding_to_cart', 'added_to_cart', 'removed_from_cart', 'wc_fragments_refreshed', 'wc_fragments_loaded',
    'wc_cart_button_updated', 'ajax_request_not_sent.adding_to_cart', 'updated_wc_div', 'updated_cart_totals', 'wc_cart_emptied',
    'item_removed_from_classic_cart', 'updated_shipping_method']
  for (const name of names) {
    $(document.body).on(name, (event, ...values) => window.heard.push({ name, values: values.map((value) =>
      value && value.jquery ? 'button ' + value.data('product_id') : value) }))
  }
  $(document.body).on('adding_to_cart', (event, button, data) => { data.gift_note = 'for Ada' })
`
type ReceivedEvent = { name: string; values: unknown[] }
const receivedEvents = (page: Page) => page.evaluate(() => (window as unknown as { heard: ReceivedEvent[] }).heard)
const receivedNames = async (page: Page) => (await receivedEvents(page)).map(({ name }) => name)

const button = '.products .ajax_add_to_cart >> nth=0'

test('[ATC-03] jQuery listeners receive one event per add, in order, and may change what is sent', async ({ page }) => {
  await page.goto('/shop/')
  await scriptRun(page, 'cart')
  await addScript(page, listeners)
  const sent = page.waitForRequest('**/?wc-ajax=add_to_cart')
  await page.locator(button).click()
  expect(new URLSearchParams((await sent).postData() ?? '').get('gift_note')).toBe('for Ada')
  await expect(page.locator('a.cart-contents .count')).toHaveText('1')
  await expect
    .poll(() => receivedNames(page))
    .toEqual(['adding_to_cart', 'added_to_cart', 'wc_cart_button_updated', 'wc_fragments_loaded'])
  const heard = await receivedEvents(page)
  const id = await page.locator(button).getAttribute('data-product_id')
  const [, added] = heard
  expect(added?.values[0]).toHaveProperty(['div.widget_shopping_cart_content'])
  expect(added?.values[1]).toMatch(/^[0-9a-f]{32}$/)
  expect(added?.values[2]).toBe(`button ${id}`)
})

test('[ATC-03] jQuery listeners may veto an add: nothing is sent', async ({ page }) => {
  await page.goto('/shop/')
  await scriptRun(page, 'cart')
  await addScript(page, `${listeners}; $(document.body).on('should_send_ajax_request.adding_to_cart', () => false)`)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.locator(button).click()
  await expect.poll(() => receivedNames(page)).toEqual(['ajax_request_not_sent.adding_to_cart'])
  expect(asked.filter((url) => url.includes('add'))).toEqual([])
  await expect(page.locator(button)).not.toHaveClass(/loading/)
})

test('[MINI-02] jQuery listeners receive a removal, and may refresh the fragments', async ({ page }) => {
  await page.goto('/shop/')
  await scriptRun(page, 'cart')
  await page.locator(button).click()
  await expect(page.locator('#mini-cart .woocommerce-mini-cart-item')).toHaveCount(1)
  await addScript(page, listeners)
  await page.evaluate(() => dispatchEvent(new Event('load')))
  await page.locator('#mini-cart .remove_from_cart_button').click()
  await expect.poll(() => receivedNames(page)).toEqual(['removed_from_cart', 'wc_fragments_loaded'])
  const refreshed = page.waitForRequest('**/?wc-ajax=get_refreshed_fragments')
  await page.evaluate(`jQuery(document.body).trigger('wc_fragment_refresh')`)
  await refreshed
  await expect.poll(() => receivedNames(page)).toContain('wc_fragments_refreshed')
})

test('[MINI-05] jQuery listeners receive the events of the cart page', async ({ page }) => {
  await page.goto(`/product/${demo.simple}/`)
  await scriptRun(page, 'cart')
  await page.locator('.single_add_to_cart_button').first().click()
  await expect(page.locator('a.cart-contents .count')).toHaveText('1')
  await page.goto('/cart/')
  await scriptRun(page, 'cart-page')
  await addScript(page, listeners)
  await page.locator('.woocommerce-cart-form [data-step="1"]').click()
  await expect.poll(() => receivedNames(page)).toContain('updated_wc_div')
  await page.locator('td.product-remove a').click()
  await expect.poll(() => receivedNames(page)).toContain('wc_cart_emptied')
  await expect.poll(() => receivedNames(page)).toContain('item_removed_from_classic_cart')
})

test('[ATC-03] without jQuery the same names are native events', async ({ page }) => {
  await page.goto('/shop/')
  await scriptRun(page, 'cart')
  await page.evaluate(() => {
    const heard: string[] = []
    Object.assign(window, { heard })
    for (const name of ['adding_to_cart', 'added_to_cart', 'wc_fragments_loaded'])
      document.body.addEventListener(name, (event) =>
        heard.push(`${name} ${(event as CustomEvent<unknown[]>).detail.length}`),
      )
  })
  await page.locator(button).click()
  await expect(page.locator('a.cart-contents .count')).toHaveText('1')
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { heard: string[] }).heard))
    .toEqual(['adding_to_cart 2', 'added_to_cart 3', 'wc_fragments_loaded 0'])
})

/**
 * An add-to-cart script of a WooCommerce theme, written only from public documentation: global settings, button data
 * attributes, fragment selectors, storage keys and cookies. It uses none of our code.
 */
const classicScript = `
  const $ = window.jQuery
  const params = window.wc_add_to_cart_params
  const kept = window.wc_cart_fragments_params
  const url = (name) => params.wc_ajax_url.toString().replace('%%endpoint%%', name)
  const put = (fragments) => $.each(fragments, (selector, html) => $(selector).replaceWith(html))
  window.done = []
  $(document.body).on('click', '.add_to_cart_button:not(.wc-interactive)', function (event) {
    const pressed = $(this)
    if (!pressed.is('.ajax_add_to_cart') || !pressed.attr('data-product_id')) return true
    event.preventDefault()
    pressed.removeClass('added').addClass('loading')
    const data = $.extend({}, pressed.data(), this.dataset)
    $(document.body).trigger('adding_to_cart', [pressed, data])
    $.post(url('add_to_cart'), data, (answer) => {
      if (answer.error && answer.product_url) return (window.location = answer.product_url)
      if (params.cart_redirect_after_add === 'yes') return (window.location = params.cart_url)
      $(document.body).trigger('added_to_cart', [answer.fragments, answer.cart_hash, pressed])
    })
  })
  $(document.body).on('click', '.remove_from_cart_button', function (event) {
    event.preventDefault()
    const pressed = $(this)
    pressed.closest('.woocommerce-mini-cart-item').addClass('blockUI')
    $.post(url('remove_from_cart'), { cart_item_key: pressed.data('cart_item_key') }, (answer) => {
      if (!answer || !answer.fragments) return (window.location = pressed.attr('href'))
      $(document.body).trigger('removed_from_cart', [answer.fragments, answer.cart_hash, pressed])
    })
  })
  $(document.body).on('added_to_cart', (event, fragments, hash, pressed) => {
    pressed.removeClass('loading').addClass('added')
    if (!params.is_cart && pressed.parent().find('.added_to_cart').length === 0)
      pressed.after('<a href="' + params.cart_url + '" class="added_to_cart wc-forward">' + params.i18n_view_cart + '</a>')
  })
  $(document.body).on('added_to_cart removed_from_cart', (event, fragments, hash) => {
    put(fragments)
    sessionStorage.setItem(kept.fragment_name, JSON.stringify(fragments))
    sessionStorage.setItem(kept.cart_hash_key, hash)
    window.done.push([event.type, hash])
  })
  window.refresh = () => $.post(url('get_refreshed_fragments'), { time: Date.now() }, (answer) => put(answer.fragments))
`

test('[ATC-01] [MINI-01] jQuery: a WooCommerce script adds, shows and removes on our pages without our own', async ({
  page,
}) => {
  // The response for our cart scripts is empty.
  await page.route(/\/assets\/.*cart.*\.js/, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
  await page.goto('/shop/')
  await scriptRun(page, 'cart')
  await addScript(page, classicScript)
  await page.locator(button).click()
  await expect(page.locator(button)).toHaveClass(/\badded\b/)
  await expect(page.locator('.products a.added_to_cart')).toHaveAttribute('href', /\/cart\/$/)
  await expect(page.locator('a.cart-contents .count')).toHaveText('1')
  const line = page.locator('.widget_shopping_cart_content .woocommerce-mini-cart-item')
  await expect(line).toHaveCount(1)
  const hash = await page.evaluate(() => (window as unknown as { done: [string, string][] }).done[0]?.[1])
  expect(await page.evaluate(() => /woocommerce_cart_hash=(\w+)/.exec(document.cookie)?.[1])).toBe(hash)
  await page.evaluate(() => (window as unknown as { refresh(): Promise<void> }).refresh())
  await expect(line).toHaveCount(1)
  await line.locator('.remove_from_cart_button').evaluate((element: HTMLElement) => element.click())
  await expect(line).toHaveCount(0)
  await expect(page.locator('.woocommerce-mini-cart__empty-message')).toHaveCount(1)
})

test('[ATC-10] jQuery: such a script finds the product form’s field names, and the page answers its post', async ({
  page,
}) => {
  await page.route(/\/assets\/.*cart.*\.js/, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
  await page.goto(`/product/${demo.simple}/`)
  await addScript(page, '')
  const answer = await page.evaluate(async () => {
    const { jQuery: $ } = window as unknown as {
      jQuery: (selector: string) => { serialize(): string; attr(name: string): string; val(): string }
    }
    const pressed = $('.single_add_to_cart_button')
    const body = `${$('form.cart').serialize()}&${pressed.attr('name')}=${pressed.val()}`
    const response = await fetch($('form.cart').attr('action'), {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    const html = new DOMParser().parseFromString(await response.text(), 'text/html')
    return { status: response.status, said: html.querySelector('.woocommerce-message')?.textContent ?? '' }
  })
  expect(answer.status).toBe(200)
  expect(answer.said).toContain('has been added to your cart')
})

/** Changes the gallery like a WooCommerce slider script: adds its own viewport and thumbnails. */
const classicGallery = `
  const $ = window.jQuery
  const gallery = $('.woocommerce-product-gallery')
  const strip = gallery.find('.woocommerce-product-gallery__wrapper')
  const slides = strip.children('.woocommerce-product-gallery__image')
  const viewport = $('<div class="flex-viewport"></div>').css({ overflow: 'hidden', position: 'relative' })
  viewport.appendTo(gallery).append(strip)
  strip.css({ width: slides.length * 200 + '%' })
  slides.css({ width: viewport.width(), float: 'left', display: 'block', marginRight: 0 })
  const thumbs = $('<ol class="flex-control-nav flex-control-thumbs"></ol>').appendTo(gallery)
  slides.each((index, slide) => thumbs.append($('<li></li>').append($('<img>').attr('src', $(slide).attr('data-thumb')))))
  const show = (index) => {
    strip.css('transform', 'translate3d(' + -index * viewport.width() + 'px, 0, 0)')
    slides.removeClass('flex-active-slide').eq(index).addClass('flex-active-slide')
    thumbs.find('img').removeClass('flex-active').eq(index).addClass('flex-active')
    viewport.height(slides.eq(index).height())
  }
  thumbs.on('click', 'li', function () { show($(this).index()) })
  $.fn.flexslider = function (index) { show(index); return this }
  show(0)
`
const gallery = {
  thumbs: '.woocommerce-product-gallery .flex-control-thumbs img:visible',
  ours: '[data-thumbs]',
  pictures: '.woocommerce-product-gallery__image',
  trigger: '.woocommerce-product-gallery__trigger:visible',
}
/** Whether a picture starts at the left edge of the viewport, is as wide as the viewport, and is higher than 100 px. */
const inView = (page: Page, index: number) =>
  page
    .locator(gallery.pictures)
    .nth(index)
    .evaluate((picture) => {
      const room = picture.closest('.flex-viewport, [data-viewport]')?.getBoundingClientRect() ?? new DOMRect()
      const box = picture.getBoundingClientRect()
      return [Math.abs(box.left - room.left) < 2, Math.abs(box.width - room.width) < 2, box.height > 100]
    })

for (const moment of ['before ours has woken', 'after ours has woken'] as const) {
  test(`[GAL-01] jQuery: a WooCommerce slider takes the gallery over, ${moment}: one row of thumbnails, one trigger`, async ({
    page,
  }) => {
    await page.goto(`/product/${demo.simple}/`)
    await scriptRun(page, 'product-page')
    const many = await page.locator(gallery.pictures).count()
    if (moment === 'after ours has woken') {
      await page.locator(`${gallery.ours} a`).nth(1).click()
      await expect(page.locator(gallery.pictures).nth(1)).toHaveClass(/flex-active-slide/)
      await expect(page.locator(gallery.ours)).toHaveClass(/flex-control-thumbs/)
      await expect(page.locator('[data-sliding]')).toHaveCount(0)
    }
    await addScript(page, classicGallery)
    await expect(page.locator(gallery.thumbs)).toHaveCount(many)
    await expect(page.locator(gallery.ours)).toBeHidden()
    await expect(page.locator(gallery.trigger)).toHaveCount(1)
    expect(await inView(page, 0)).toEqual([true, true, true])

    await page.locator(gallery.thumbs).nth(2).click()
    await expect.poll(() => inView(page, 2)).toEqual([true, true, true])
    await page.locator(gallery.trigger).click()
    await expect(page.getByRole('dialog', { name: 'Full-screen image gallery' })).toContainText(`3 / ${many}`)
    await page.keyboard.press('Escape')
    await expect(page.locator(gallery.trigger)).toBeFocused()
  })
}

test('[GAL-01] [ATC-12] jQuery: the slider that took over the gallery shows the selected variation', async ({
  page,
}) => {
  await page.goto(`/product/${demo.manyChoices}/`)
  await scriptRun(page, 'product-page')
  await addScript(page, classicGallery)
  const shown = page.locator('.woocommerce-product-gallery .flex-active-slide img').first()
  await expect(shown).not.toHaveAttribute('alt', /celadon/)
  await page.getByRole('radio', { name: /^Celadon/ }).check({ force: true })
  await expect(shown).toHaveAttribute('alt', /celadon/)
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
  await expect(page.locator('.woocommerce-product-gallery [inert]')).toHaveCount(0)
})

/** Updates the page like WooCommerce's cart script, from the response after a line was removed. */
const classicCart = `
  const $ = window.jQuery
  window.heard = []
  $(document.body).on('updated_wc_div wc_cart_emptied', (event) => window.heard.push(event.type))
  const update = (html) => {
    const fresh = $.parseHTML(html, document)
    const form = $('.woocommerce-cart-form', fresh)
    const notices = $('.woocommerce-error, .woocommerce-message, .woocommerce-info', fresh)
    $('.woocommerce-error, .woocommerce-message, .woocommerce-info').remove()
    if (form.length === 0) {
      const whole = $('.wc-empty-cart-message', fresh).closest('.woocommerce')
      $('.woocommerce-cart-form__contents').closest('.woocommerce').replaceWith(whole)
      $(document.body).trigger('wc_cart_emptied')
    } else {
      $('.woocommerce-cart-form').replaceWith(form)
      $('.cart_totals').replaceWith($('.cart_totals', fresh))
    }
    $('.woocommerce-notices-wrapper:first').prepend(notices)
    $(document.body).trigger('updated_wc_div')
  }
  $(document).on('click', '.woocommerce-cart-form .product-remove > a', function (event) {
    event.preventDefault()
    $.get($(this).attr('href'), update)
  })
`

test('[MINI-05] jQuery: a WooCommerce cart script removes lines, and the last one leaves an empty cart', async ({
  page,
}) => {
  for (const slug of [demo.simple, demo.another]) await page.goto(`/product/${slug}/`).then(() => addThisProduct(page))
  await page.route(/\/assets\/.*cart.*\.js/, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
  await page.goto('/cart/')
  await scriptRun(page, 'cart')
  await addScript(page, classicCart)
  const rows = page.locator('.cart_item')
  await expect(rows).toHaveCount(2)
  await rows.first().locator('.product-remove > a').click()
  await expect(rows).toHaveCount(1)
  await expect(page.locator('.woocommerce-notices-wrapper')).toContainText('removed')
  await rows.first().locator('.product-remove > a').click()
  await expect(rows).toHaveCount(0)
  await expect(page.locator('.woocommerce-cart-form, .cart_totals')).toHaveCount(0)
  await expect(page.getByText('Your cart is currently empty.')).toBeVisible()
  await expect(page.locator('.return-to-shop a').first()).toBeVisible()
  await expect(page.locator('main h1')).toHaveText('Cart')
  await expect(page.locator('div.woocommerce')).toHaveCount(1)
  expect(await page.evaluate(() => (window as unknown as { heard: string[] }).heard)).toEqual([
    'updated_wc_div',
    'wc_cart_emptied',
    'updated_wc_div',
  ])
})

async function addThisProduct(page: Page): Promise<void> {
  await scriptRun(page, 'cart')
  await page.locator('.single_add_to_cart_button').first().click()
  await expect(page.locator('#mini-cart[open]')).toBeVisible()
}

/** Opens a page that has jQuery before our scripts run, as with a theme that brings it. */
async function openWithJQuery(page: Page, path: string): Promise<void> {
  await page.route('**/brought/jquery.js', (route) => route.fulfill({ body: jQuery, contentType: 'text/javascript' }))
  const release = await holdRequests(page, '**/assets/boot-*.js')
  await page.goto(path, { waitUntil: 'commit' })
  await page.locator('body').waitFor()
  await page.addScriptTag({ url: '/brought/jquery.js' })
  release()
}

type Query = {
  val(value: string): Query
  trigger(name: string): Query
  on(names: string, ...rest: unknown[]): Query
}
type PageWithQuery = { jQuery(on: string | Document): Query }

for (const [kind, slug, sent] of [
  ['simple', demo.simple, 'quantity'],
  ['variable', demo.partlySoldOut, 'quantity'],
  ['grouped', demo.grouped, /^quantity\[\d+\]$/],
] as const) {
  test(`[ATC-10] jQuery: the quantity that a script writes into the form of a ${kind} product is the one that is added`, async ({
    page,
  }) => {
    await page.goto(`/product/${slug}/`)
    await expect(page.locator('samovar-island')).toHaveAttribute('data-awake', '')
    await addScript(page, '')
    await page.evaluate(() =>
      (window as unknown as PageWithQuery).jQuery('form.cart input.qty:first').val('3').trigger('change'),
    )
    const request = page.waitForRequest('**/?wc-ajax=add_to_cart')
    await page.locator('form.cart .single_add_to_cart_button').click()
    const fields = [...new URLSearchParams((await request).postData() ?? '')]
    expect(fields.filter(([name]) => (typeof sent === 'string' ? name === sent : sent.test(name)))).toEqual([
      [expect.any(String), '3'],
    ])
    await expect(page.locator('a.cart-contents .count')).toHaveText('3')
  })
}

for (const place of ['form.cart', 'document'] as const) {
  test(`[ATC-10] jQuery: a script that prevents the product form from being sent, heard at ${place}, keeps it out of the cart`, async ({
    page,
  }) => {
    await page.goto(`/product/${demo.simple}/`)
    await expect(page.locator('samovar-island')).toHaveAttribute('data-awake', '')
    await addScript(
      page,
      `jQuery(${place === 'document' ? place : `'${place}'`}).on('submit'${place === 'document' ? ", 'form.cart'" : ''}, (event) => {
        if (!window.isEngraved) event.preventDefault()
      })`,
    )
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const add = page.locator('form.cart .single_add_to_cart_button')
    await add.click()
    await page.evaluate(() => Object.assign(window, { isEngraved: true }))
    await add.click()
    await expect(page.locator('a.cart-contents .count')).toHaveText('1')
    expect(asked.filter((url) => url.includes('wc-ajax=add_to_cart'))).toHaveLength(1)
  })
}

test('[ATC-03] [ATC-04] [ATC-06] jQuery: what a script of a theme has added is shown, as by WooCommerce’s own script', async ({
  page,
}) => {
  await openWithJQuery(page, '/shop/')
  await scriptRun(page, 'cart')
  await page.evaluate(listeners)
  await page.evaluate(`
    const pressed = jQuery('.products .ajax_add_to_cart').first().addClass('loading')
    jQuery.post('/?wc-ajax=add_to_cart', { product_id: pressed.data('product_id'), quantity: 2 }, (answer) => {
      jQuery(document.body).trigger('added_to_cart', [answer.fragments, answer.cart_hash, pressed])
    })
  `)
  await expect(page.locator('a.cart-contents .count')).toHaveText('2')
  await expect(page.locator('#mini-cart .woocommerce-mini-cart-item')).toHaveCount(1)
  await expect(page.locator(button)).toHaveClass(/\badded\b/)
  await expect(page.locator(button)).not.toHaveClass(/\bloading\b/)
  await expect(page.locator('.products a.added_to_cart')).toHaveAttribute('href', /\/cart\/$/)
  await expect.poll(() => receivedNames(page)).toContain('wc_cart_button_updated')
  await page.evaluate(`
    const line = jQuery('#mini-cart .remove_from_cart_button').first()
    jQuery.post('/?wc-ajax=remove_from_cart', { cart_item_key: line.data('cart_item_key') }, (answer) => {
      jQuery(document.body).trigger('removed_from_cart', [answer.fragments, answer.cart_hash, line])
    })
  `)
  await expect(page.locator('#mini-cart .woocommerce-mini-cart-item')).toHaveCount(0)
  await expect(page.locator('a.cart-contents .count')).toHaveCount(0)
})

test('[MINI-05] jQuery: the cart page shows what a script adds, and is updated by events of the document', async ({
  page,
}) => {
  await page.goto(`/product/${demo.simple}/`).then(() => addThisProduct(page))
  await openWithJQuery(page, '/cart/')
  await scriptRun(page, 'cart-page')
  const updated = page.waitForResponse((response) => new URL(response.url()).pathname === '/cart/')
  await page.evaluate(() => (window as unknown as PageWithQuery).jQuery(document).trigger('wc_update_cart'))
  await updated
  await page.evaluate(`
    jQuery.post('/?wc-ajax=add_to_cart', { product_id: 1 }, (answer) => {
      jQuery(document.body).trigger('added_to_cart', [answer.fragments, answer.cart_hash, jQuery('<a>')])
    })
  `)
  await expect(page.locator('.cart_item')).toHaveCount(2)
})
