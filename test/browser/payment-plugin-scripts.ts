/*
 * Scripts of a WooCommerce shop with the Stripe plugin, written from the public facts alone (stripe-plugin.md, and
 * storefront-scripts.md §7): ids, inputs, settings, events and the order of calls. They use nothing of ours.
 */

/** The checkout's own script: totals, the question to the gateways, the order, and the list of errors. */
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
      $.each(answer.fragments, (selector, html) => $(selector).replaceWith(html))
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

/** What all gateways do: their settings, their data, the payer's details, the bank's question and the end of a payment. */
const gateway = `
  const $ = window.jQuery
  const id = params.gateway_id
  const stripe = window.Stripe(window.wc_stripe_params_v3.api_key, window.wc_stripe_params_v3.stripeParams)
  const page = window.wc_stripe_params_v3.page
  const form = $({ checkout: 'form.checkout', product: 'form.cart', add_payment_method: '#add_payment_method' }[page] || '#order_review')
  const item = 'li.payment_method_' + id
  const data = () => $(item).find('.woocommerce_' + id + '_gateway_data').data('gateway')
  const isChosen = () => $('[name=payment_method]:checked').val() === id
  const isSaved = () => $('[name="' + id + '_payment_type_key"]:checked').val() === 'saved'
  const known = (key) => $('[name="' + key + '"]').val() || (window.wc_stripe_checkout_fields[key] || {}).value || undefined
  const billing = () => ({
    name: [known('billing_first_name'), known('billing_last_name')].filter(Boolean).join(' ') || undefined,
    email: known('billing_email'), phone: known('billing_phone'),
    address: { city: known('billing_city'), country: known('billing_country'), line1: known('billing_address_1'),
      line2: known('billing_address_2'), postal_code: known('billing_postcode'), state: known('billing_state') },
  })
  const call = (url, fields) => $.ajax({ url, method: 'POST', dataType: 'json', data: fields,
    headers: Number(params.user_id) > 0 ? { 'X-WP-Nonce': params.rest_nonce } : {} })
  let hasToken = false
  const receive = (method) => {
    $(params.token_selector).val(method.id)
    hasToken = true
  }
  const refuse = (text) => {
    const html = text.includes('<') ? text : $('<ul class="woocommerce-error">').append($('<li>').text(text))[0].outerHTML
    if (page === 'checkout') window.showCheckoutError(html)
    else {
      $('.woocommerce-error').remove()
      form.prepend(html)
    }
  }
  const finish = async ({ client_secret, order_id, order_key }) => {
    await stripe.handleNextAction({ clientSecret: client_secret })
    const fields = page === 'product' ? '' : form.serialize() + '&'
    const answer = await call(params.routes.checkout_payment, fields + $.param({ order_id, order_key, page_id: page }))
    if (answer.result === 'success') window.location = answer.redirect
    else refuse(answer.messages)
  }
  window.addEventListener('hashchange', () => {
    const hash = window.location.hash
    if (!hash.startsWith('#response=')) return
    const action = JSON.parse(window.atob(window.decodeURIComponent(hash.slice('#response='.length))))
    if (!action.client_secret || action.gateway_id !== id) return
    history.pushState({}, '', window.location.pathname)
    void finish(action)
  })
  $(document.body).on('checkout_error', () => {
    if ($('#wc_stripe_checkout_error').val() !== 'true') return
    hasToken = false
    $(params.token_selector).val('')
    if (window.showWalletButton && isChosen()) window.showWalletButton()
  })
  const sendOrderPay = async () => {
    const { order } = data()
    const more = $.param({ _wpnonce: params.rest_nonce, order_id: order.id, order_key: order.key, page_id: page })
    const answer = await call(params.routes.order_pay, form.serialize() + '&' + more)
    if (!answer.success) {
      hasToken = false
      return refuse(answer.message)
    }
    if (answer.needs_confirmation && !answer.data) return void (window.location = answer.redirect)
    if (answer.data) await stripe.handleNextAction({ clientSecret: answer.data.client_secret })
    hasToken = true
    form.trigger('submit')
  }
`

/** Cards at the checkout, on the page of an order and in the account; \`cardElement\` says which of the provider's elements takes them. */
export const cardScript = (cardElement: 'card' | 'payment'): string => `(() => {
  const params = window.wc_stripe_credit_card_params
  ${gateway}
  const elements = stripe.elements(params.elementOptions)
  const card = elements.create('${cardElement}', '${cardElement}' === 'card' ? params.cardOptions : params.paymentElementOptions)
  const mount = () => card.mount('#wc-stripe-card-element')
  mount()
  $(document.body).on('updated_checkout', () => {
    card.unmount()
    mount()
  })
  const tokenize = async () => {
    const submitted = await elements.submit()
    const details = { billing_details: billing() }
    const made = submitted.error ? submitted : await stripe.createPaymentMethod(
      '${cardElement}' === 'card' ? { type: 'card', card, ...details } : { elements, params: details })
    if (made.error) refuse(window.wc_stripe_messages[made.error.code] || made.error.message)
    else receive(made.paymentMethod)
    return !made.error
  }
  form.on('checkout_place_order_' + id, () => {
    if (hasToken || isSaved()) return true
    void tokenize().then((isReady) => isReady && form.trigger('submit'))
    return false
  })
  const addCard = async () => {
    const submitted = await elements.submit()
    if (submitted.error) return refuse(submitted.error.message)
    const prepared = await call(params.routes.setup_intent, { payment_method: id, _wpnonce: params.rest_nonce, page_id: page })
    if (prepared.code) return refuse(prepared.message)
    const { setupIntent, error } = await stripe.confirmSetup({ elements, clientSecret: prepared.intent.client_secret,
      redirect: 'if_required', confirmParams: { ...params.confirmParams, payment_method_data: { billing_details: billing() } } })
    if (error) return refuse(error.message)
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

/** Google Pay: a button on product pages, which buys, and one in place of Place Order, which gives its token to the form. */
export const googlePayScript = (pageKind: 'product' | 'checkout'): string => `(async () => {
  const params = window.wc_stripe_googlepay_${pageKind}_params
  ${gateway}
  const cardParameters = { allowedAuthMethods: ['PAN_ONLY'],
    allowedCardNetworks: ['AMEX', 'DISCOVER', 'INTERAC', 'JCB', 'MASTERCARD', 'VISA'] }
  const version = { apiVersion: 2, apiVersionMinor: 0 }
  const asks = (name) => {
    const field = window.wc_stripe_checkout_fields['billing_' + name]
    return field.required && (page === 'product' || !known('billing_' + name))
  }
  const product = () => page !== 'product' ? {} : { ...Object.fromEntries(new FormData(form[0])), product_id: data().product.id,
    qty: form.find('[name=quantity]').val() || 1, variation_id: form.find('[name=variation_id]').val() || 0 }
  const common = () => ({ ...product(), payment_method: id, page_id: page, currency: data().currency })
  const needsShipping = () => page === 'product' && data().needs_shipping
  let cart = { total: data().total, items: data().items, options: data().shipping_options }

  const client = new google.payments.api.PaymentsClient({
    environment: params.environment,
    merchantInfo: { merchantName: params.merchant_name },
    paymentDataCallbacks: {
      onPaymentAuthorized: () => Promise.resolve({ transactionState: 'SUCCESS' }),
      ...(needsShipping() ? { onPaymentDataChanged: async ({ shippingAddress, shippingOptionData }) => {
        const chosen = shippingOptionData && shippingOptionData.id !== 'default' ? shippingOptionData.id : ''
        const answer = await call(params.routes.payment_data, { ...common(), shipping_method: chosen, address: {
          city: shippingAddress.locality, postcode: shippingAddress.postalCode,
          state: shippingAddress.administrativeArea, country: shippingAddress.countryCode } })
        return answer.code ? { error: answer.data.data.error } : answer.data.paymentRequestUpdate
      } } : {}),
    },
  })
  const request = () => ({
    ...version,
    allowedPaymentMethods: [{ type: 'CARD', parameters: { ...cardParameters, billingAddressRequired: true,
      billingAddressParameters: { format: 'FULL', phoneNumberRequired: asks('phone') } },
      tokenizationSpecification: { type: 'PAYMENT_GATEWAY', parameters: { gateway: 'stripe', 'stripe:version': '2022-08-01',
        'stripe:publishableKey': params.api_key } } }],
    transactionInfo: { currencyCode: data().currency, countryCode: params.processing_country, totalPriceStatus: 'ESTIMATED',
      totalPrice: cart.total, totalPriceLabel: params.total_price_label, displayItems: cart.items },
    merchantInfo: { merchantName: params.merchant_name },
    emailRequired: asks('email'),
    ...(needsShipping() ? { callbackIntents: ['SHIPPING_ADDRESS', 'SHIPPING_OPTION', 'PAYMENT_AUTHORIZATION'],
      shippingAddressRequired: true, shippingAddressParameters: {}, shippingOptionRequired: true,
      shippingOptionParameters: { shippingOptions: cart.options } } : { callbackIntents: ['PAYMENT_AUTHORIZATION'] }),
  })
  const fields = {}
  const fill = (set, address) => {
    const names = (address.name || '').split(' ')
    Object.assign(fields, { [set + '_last_name']: names.pop(), [set + '_first_name']: names.join(' '),
      [set + '_address_1']: address.address1, [set + '_address_2']: address.address2, [set + '_city']: address.locality,
      [set + '_state']: address.administrativeArea, [set + '_postcode']: address.postalCode, [set + '_country']: address.countryCode })
  }
  const pay = async () => {
    const paid = await client.loadPaymentData(request())
    const address = paid.paymentMethodData.info.billingAddress
    fill('billing', address)
    if (paid.email) fields.billing_email = paid.email
    if (address.phoneNumber) fields.billing_phone = address.phoneNumber
    if (paid.shippingAddress) fill('shipping', paid.shippingAddress)
    const token = JSON.parse(paid.paymentMethodData.tokenizationData.token).id
    const made = await stripe.createPaymentMethod({ type: 'card', card: { token }, billing_details: { name: address.name } })
    if (made.error) return refuse(made.error.message)
    if (page === 'product') await buy(made.paymentMethod.id, paid.shippingOptionData)
    else {
      for (const [name, value] of Object.entries(fields)) if (!known(name)) $('[name="' + name + '"]').val(value)
      receive(made.paymentMethod)
      showPlaceOrder(true)
      form.trigger('submit')
    }
  }
  const buy = async (token, option) => {
    const rate = option && option.id !== 'default' ? { 'shipping_method[0]': option.id.replace(/^\\w+:/, '') } : {}
    const answer = await call(params.routes.checkout, { ...common(), ...fields, ...rate, [id + '_token_key']: token })
    if (answer.result === 'success') window.location = answer.redirect
    else refuse(answer.messages)
  }
  const start = async () => {
    if (page === 'product' && !needsShipping()) await call(params.routes.add_to_cart, common())
    await pay().catch(({ statusCode }) => statusCode === 'CANCELED' || refuse(String(statusCode)))
  }

  const ready = await client.isReadyToPay({ ...version, allowedPaymentMethods: [{ type: 'CARD', parameters: cardParameters }] })
  if (!ready.result) return
  const button = client.createButton({ onClick: start, buttonColor: params.button_color, buttonType: params.button_style,
    buttonSizeMode: params.button_size_mode, buttonRadius: Number(params.button_radius) })
  const showPlaceOrder = (isShown) => {
    $('#place_order').toggleClass('wc-stripe-hide', !isShown)
    $('.gpay-button-container').toggle(!isShown)
  }
  if (page === 'product') {
    const { data: calculated } = await call(params.routes.cart_calculation, common())
    cart = { total: calculated[id].total, items: calculated[id].displayItems, options: calculated[id].shippingOptions }
    const container = form.find(item)
    container.find('#wc-stripe-googlepay-container').append(button)
    container.show().parent().parent().addClass('active')
    return
  }
  const place = $('<div class="gpay-button-container">').css('height', 48).append(button)
  const choose = () => showPlaceOrder(!isChosen() || hasToken)
  const show = () => {
    $(item).show()
    $('#place_order').before(place)
    choose()
  }
  window.showWalletButton = () => showPlaceOrder(false)
  form.on('change', '[name=payment_method]', choose)
  $(document.body).on('updated_checkout', show)
  show()
  form.on('checkout_place_order_' + id, () => hasToken)
})()`
