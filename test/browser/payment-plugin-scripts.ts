/*
 * Scripts of a WooCommerce shop with the Stripe plugin, written only from public documentation (stripe-plugin.md and
 * storefront-scripts.md §7): ids, inputs, settings, events and the order of calls. They use none of our code. Wallet
 * scripts are in payment-plugin-wallets.ts.
 */

/** The checkout script: updates totals, asks the gateways before submitting, places the order, and shows errors. */
export const checkoutScript = `(() => {
  const $ = window.jQuery
  const params = window.wc_checkout_params
  const form = $('form.checkout')
  window.updateCheckout = () => new Promise((resolve) => {
    const address = (to, set) => ({ [to + 'country']: $('#' + set + '_country').val(), [to + 'state']: $('#' + set + '_state').val(),
      [to + 'postcode']: $('#' + set + '_postcode').val(), [to + 'city']: $('#' + set + '_city').val(),
      [to + 'address']: $('#' + set + '_address_1').val(), [to + 'address_2']: $('#' + set + '_address_2').val() })
    $.post(params.wc_ajax_url.replace('%%endpoint%%', 'update_order_review'), {
      security: params.update_order_review_nonce, payment_method: form.find('[name=payment_method]:checked').val(),
      ...address('', 'billing'), ...address('s_', 'billing'), has_full_address: true, post_data: form.serialize(),
    }, (answer) => {
      const typed = [...$('.payment_box').find('input, select')].map(({ id, value, checked }) => [id, value, checked])
      $.each(answer.fragments, (selector, html) => $(selector).replaceWith(html))
      for (const [id, value, checked] of typed) if (id) $('#' + id).val(value).prop('checked', checked)
      $(document.body).trigger('updated_checkout', [answer])
      resolve()
    })
  })
  window.showCheckoutError = (messages) => {
    $('.woocommerce-NoticeGroup-checkout, .woocommerce-error').remove()
    form.prepend('<div class="woocommerce-NoticeGroup woocommerce-NoticeGroup-checkout">' + messages + '</div>')
    form.removeClass('processing')
    $(document.body).trigger('checkout_error', [messages])
  }
  form.on('submit', () => {
    const method = form.find('[name=payment_method]:checked').val()
    if (form.is('.processing')) return false
    if (form.triggerHandler('checkout_place_order') === false) return false
    if (form.triggerHandler('checkout_place_order_' + method) === false) return false
    form.addClass('processing')
    $.post(params.checkout_url, form.serialize(), (answer) => {
      if (answer.result !== 'success') return window.showCheckoutError(answer.messages)
      form.removeClass('processing')
      window.location = answer.redirect
    })
    return false
  })
})()`

/**
 * Code that all gateways share: settings, data, payer details, the bank's authentication, and finishing a payment. A
 * gateway may replace `authenticate` and `finish`. `reset` is called after an error.
 */
export const gatewayParts = `
  const $ = window.jQuery
  const id = params.gateway_id
  const stripe = window.Stripe(window.wc_stripe_params_v3.api_key, window.wc_stripe_params_v3.stripeParams)
  const page = window.wc_stripe_params_v3.page
  const form = $({ checkout: 'form.checkout', product: 'form.cart', add_payment_method: '#add_payment_method' }[page] || '#order_review')
  const item = 'li.payment_method_' + id
  const data = () => $(item).find('.woocommerce_' + id + '_gateway_data').data('gateway')
  const isChosen = () => $('[name=payment_method]:checked').val() === id
  const isSaved = () => $('[name="' + id + '_payment_type_key"]:checked').val() === 'saved'

  const fields = new Map(Object.entries(window.wc_stripe_checkout_fields).map(([key, { value }]) => [key, value ?? '']))
  const readForm = () => {
    for (const key of fields.keys()) if ($('#' + key).length) fields.set(key, $('#' + key).val())
  }
  const billing = () => {
    const of = (name) => fields.get('billing_' + name) || null
    const name = [of('first_name'), of('last_name')].filter(Boolean).join(' ')
    return {
      ...(name ? { name } : {}), ...(of('email') ? { email: of('email') } : {}), ...(of('phone') ? { phone: of('phone') } : {}),
      address: { city: of('city'), country: of('country'), line1: of('address_1'), line2: of('address_2'),
        postal_code: of('postcode'), state: of('state') },
    }
  }
  const call = (url, sent) => $.ajax({ url, method: 'POST', dataType: 'json', data: sent,
    headers: Number(params.user_id) > 0 ? { 'X-WP-Nonce': params.rest_nonce } : {} })

  let hasToken = false
  let reset = () => {}
  const receive = (method) => {
    fields.set(id + '_token_key', method.id)
    $(params.token_selector).val(method.id)
    hasToken = true
  }
  const refuse = (problem) => {
    const text = typeof problem === 'string' ? problem : window.wc_stripe_messages[problem.code] || problem.message
    const html = text.includes('<') ? text : $('<ul class="woocommerce-error">').append($('<li>').text(text))[0].outerHTML
    hasToken = false
    if (page === 'checkout') return window.showCheckoutError(html)
    $('.woocommerce-error').remove()
    $(page === 'cart' ? 'div.woocommerce' : form).prepend(html)
  }

  let authenticate = ({ type, client_secret }) =>
    stripe[type === 'payment_intent' ? 'confirmCardPayment' : 'confirmCardSetup'](client_secret)
  let finish = async ({ order_id, order_key }) => {
    if (page === 'order_pay') return form.trigger('submit')
    const answer = await call(params.routes.checkout_payment, { ...Object.fromEntries(fields), order_id, order_key })
    if (answer.result === 'success') window.location = answer.redirect
    else refuse(answer.messages)
  }
  const confirm = async (action) => {
    const result = await authenticate(action)
    if (result.error) return refuse(result.error)
    hasToken = true
    await finish(action, result)
  }
  window.addEventListener('hashchange', () => {
    const hash = window.location.hash
    if (!hash.startsWith('#response=')) return
    const action = JSON.parse(window.atob(window.decodeURIComponent(hash.slice('#response='.length))))
    if (!action.client_secret || action.gateway_id !== id) return
    history.pushState({}, '', window.location.pathname)
    void confirm(action)
  })
  $(document.body).on('checkout_error', () => {
    if ($('#wc_stripe_checkout_error').val() !== 'true' || !isChosen()) return
    hasToken = false
    reset()
  })
  const sendOrderPay = async () => {
    const more = $.param({ _wpnonce: params.rest_nonce, order_id: params.order_id, order_key: params.order_key })
    const answer = await call(params.routes.order_pay, form.serialize() + '&' + more)
    if (!answer.success) return refuse(answer.message)
    if (answer.needs_confirmation && !answer.data) return void (window.location = answer.redirect)
    if (answer.data) return confirm(answer.data)
    hasToken = true
    form.trigger('submit')
  }
`

/**
 * Cards at the checkout, on the order-pay page and in the account. `cardElement` is the Stripe element for the card.
 */
export const cardScript = (cardElement: 'card' | 'payment'): string => `(() => {
  const params = window.wc_stripe_credit_card_params
  ${gatewayParts}
  const elements = stripe.elements(params.elementOptions)
  const given = (field) => $('#' + field).length ? 'never' : 'auto'
  const card = '${cardElement}' === 'card'
    ? elements.create('card', params.cardOptions)
    : elements.create('payment', {
      fields: { billingDetails: page !== 'checkout' ? 'auto' : { address: 'never', name: given('billing_first_name'),
        email: given('billing_email'), phone: given('billing_phone') } },
      ...params.paymentElementOptions,
    })
  const mount = () => card.mount('#wc-stripe-card-element')
  mount()
  const showSaving = () => {
    if ($('#createaccount').length) $(item).find('.wc-stripe-save-source')[$('#createaccount').is(':checked') ? 'show' : 'hide']()
  }
  showSaving()
  $(document.body).on('change', '#createaccount', showSaving)
  $(document.body).on('updated_checkout', () => {
    card.unmount()
    mount()
    showSaving()
  })
  if ('${cardElement}' === 'payment') {
    authenticate = ({ client_secret, return_url, billing_details, confirmation_args }) => stripe.confirmPayment({
      ...(isSaved() ? {} : { elements }), clientSecret: client_secret, redirect: 'if_required',
      confirmParams: { return_url, payment_method_data: { billing_details }, ...confirmation_args } })
    finish = ({ return_url }, { paymentIntent }) => {
      const more = { payment_intent: paymentIntent.id, payment_intent_client_secret: paymentIntent.client_secret }
      window.location = return_url + '&' + $.param(more)
    }
  }
  const tokenize = async () => {
    readForm()
    const submitted = await elements.submit()
    const details = { billing_details: billing() }
    const made = submitted.error ? submitted : await stripe.createPaymentMethod(
      '${cardElement}' === 'card' ? { type: 'card', card, ...details } : { elements, params: details })
    if (made.error) refuse(made.error)
    else receive(made.paymentMethod)
    return !made.error
  }
  form.on('checkout_place_order_' + id, () => {
    if (hasToken || isSaved()) return true
    void tokenize().then((isReady) => isReady && form.trigger('submit'))
    return false
  })
  const prepare = () => call(params.routes.setup_intent, { payment_method: id, _wpnonce: params.rest_nonce })
  // A card's own script prepares at once, where the page has data for it.
  const early = page === 'add_payment_method' && '${cardElement}' === 'card' && data() ? prepare() : null
  const confirmSetup = (clientSecret) => '${cardElement}' === 'card'
    ? stripe.confirmCardSetup(clientSecret, { payment_method: { card, billing_details: {} } })
    : stripe.confirmSetup({ elements, clientSecret, redirect: 'if_required',
      confirmParams: { payment_method_data: { billing_details: billing() }, ...params.confirmParams } })
  const addCard = async () => {
    const submitted = '${cardElement}' === 'card' ? {} : await elements.submit()
    if (submitted.error) return refuse(submitted.error)
    const prepared = await ('${cardElement}' === 'card' ? early : prepare())
    if (!prepared || prepared.code) return refuse(prepared ? prepared.message : 'No setup was prepared.')
    const { setupIntent, error } = await confirmSetup(prepared.intent.client_secret)
    if (error) return refuse(error)
    $('#' + id + '_payment_intent_key').val(setupIntent.id)
    receive({ id: setupIntent.payment_method })
    form.trigger('submit')
  }
  if (page === 'add_payment_method') form.on('submit', (event) => {
    if (hasToken) return
    event.preventDefault()
    void addCard()
  })
  if (page === 'order_pay') form.on('submit', (event) => {
    if (!isChosen() || hasToken) return
    event.preventDefault()
    if ('pre_order' in data() && data().pre_order) return
    void (async () => {
      if (isSaved() || (await tokenize())) await sendOrderPay()
    })()
  })
})()`

/** The part of the product page's script that tells gateways which variation is selected. */
export const variationScript = `(() => {
  const $ = window.jQuery
  const form = $('form.variations_form')
  form.on('change', '[data-attribute_name]', () => {
    const chosen = [...new FormData(form[0])].filter(([name]) => name.startsWith('attribute_'))
    const variation = form.data('product_variations').find(({ attributes }) =>
      chosen.every(([name, value]) => attributes[name] === '' || attributes[name] === value))
    if (!variation) return
    form.find('[name=variation_id]').val(variation.variation_id)
    form.trigger('found_variation', [variation])
  })
})()`

/** Shows the product messages of pay-later methods. `window.shown` resolves when all their Elements are ready. */
export const messageScript = `
  window.shown = Promise.all([['affirm', 'affirmMessage'], ['afterpay', 'afterpayClearpayMessage'],
    ['klarna', 'paymentMethodMessaging']].map(([name, type]) => new Promise((resolve) => {
    const $ = window.jQuery
    const params = window['wc_stripe_' + name + '_product_params']
    const elements = window.Stripe(params.api_key).elements({ locale: params.elementOptions.locale })
    const message = elements.create(type, { amount: 4200, currency: params.currency, ...params.messageOptions })
    message.on('ready', () => resolve(type))
    message.mount($('#wc-stripe-' + name + '-product-msg')[0])
    message.update({ amount: 8400 })
  })))`
