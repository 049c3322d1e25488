/*
 * Wallet scripts of the Stripe plugin, written only from public documentation like those of payment-plugin-scripts.ts.
 */
import { gatewayParts } from './payment-plugin-scripts.ts'

/** Code that wallets share: the product, the payer's details, and `buy`, which orders without the checkout form. */
const walletParts = `
  const common = () => ({ payment_method: id, page_id: page, currency: data().currency })
  const attributes = () => Object.fromEntries([...new FormData(form[0])].filter(([name]) => name.startsWith('attribute_')))
  const isExpress = page !== 'checkout'
  const isVariable = form.find('[name=variation_id]').length > 0
  const hasVariation = () => data().product.variation !== false
  const product = () => page !== 'product' ? common() : { ...common(), ...attributes(), product_id: data().product.id,
    variation_id: isVariable ? form.find('[name=variation_id]').val() : 0, qty: form.find('[name=quantity]').val() || 1 }
  const needsShipping = () => isExpress && data().needs_shipping
  const hasAddress = () => !isExpress &&
    ['country', 'address_1', 'city', 'postcode', 'state'].every((name) => fields.get('billing_' + name))
  const asks = (name) => window.wc_stripe_checkout_fields['billing_' + name].required &&
    (isExpress || !fields.get('billing_' + name))
  const set = (values) => {
    for (const [name, value] of Object.entries(values)) if (value) fields.set(name, value)
  }
  const setName = (to, name) => {
    const names = (name || '').split(' ')
    set({ [to + '_last_name']: names.pop(), [to + '_first_name']: names.join(' ') })
  }
  const setRates = (rates) => {
    for (const [index, rate] of Object.entries(rates)) fields.set('shipping_method[' + index + ']', rate)
  }
  const calculate = async () => {
    const { data: answer } = await call(params.routes.cart_calculation, product())
    const { total, totalCents, displayItems } = answer[id]
    Object.assign(data(), { total, total_cents: totalCents, items: displayItems })
  }
  const addToCart = () => call(params.routes.add_to_cart, { ...Object.fromEntries(new FormData(form[0])), ...product() })
  const buy = async () => {
    const answer = await call(params.routes.checkout, { ...Object.fromEntries(fields), ...common() })
    if (answer.result === 'success') window.location = answer.redirect
    else refuse(answer.messages)
  }
  const showContainer = (button) => {
    $('#wc-' + id.replaceAll('_', '-') + '-container').append(button)
    if (page === 'product') $(item).show().parent().parent().addClass('active')
    else $(item).show().addClass('active').parent().addClass('active')
  }
  form.on('found_variation', (event, variation) => {
    data().needs_shipping = !variation.is_virtual
    data().product.variation = variation
  })
`

/**
 * Google Pay. On product pages and in the cart its button buys. At the checkout its button replaces Place Order and
 * puts the token into the form.
 */
export const googlePayScript = (pageKind: 'product' | 'cart' | 'checkout'): string => `(async () => {
  const params = window.wc_stripe_googlepay_${pageKind}_params
  ${gatewayParts}
  ${walletParts}
  const cardParameters = { allowedAuthMethods: ['PAN_ONLY'],
    allowedCardNetworks: ['AMEX', 'DISCOVER', 'INTERAC', 'JCB', 'MASTERCARD', 'VISA'] }
  const version = { apiVersion: 2, apiVersionMinor: 0 }
  const client = () => new google.payments.api.PaymentsClient({
    environment: params.environment,
    merchantInfo: { merchantName: params.merchant_name },
    paymentDataCallbacks: {
      onPaymentAuthorized: () => Promise.resolve({ transactionState: 'SUCCESS' }),
      ...(needsShipping() ? { onPaymentDataChanged: async ({ shippingAddress, shippingOptionData }) => {
        const chosen = shippingOptionData.id === 'default' ? '' : shippingOptionData.id
        const answer = await call(params.routes.payment_data, { ...product(), shipping_method: chosen, address: {
          city: shippingAddress.locality, postcode: shippingAddress.postalCode,
          state: shippingAddress.administrativeArea, country: shippingAddress.countryCode } })
        if (answer.code) return { error: answer.data.data.error }
        setRates(answer.data.shipping_methods)
        return answer.data.paymentRequestUpdate
      } } : {}),
    },
  })
  const request = () => ({
    ...version,
    allowedPaymentMethods: [{ type: 'CARD', parameters: { ...cardParameters,
      ...(hasAddress() && !asks('phone') ? {} : { billingAddressRequired: true,
        billingAddressParameters: { format: 'FULL', phoneNumberRequired: asks('phone') } }) },
      tokenizationSpecification: { type: 'PAYMENT_GATEWAY', parameters: { gateway: 'stripe', 'stripe:version': '2022-08-01',
        'stripe:publishableKey': params.api_key } } }],
    transactionInfo: { currencyCode: data().currency, countryCode: params.processing_country, totalPriceStatus: 'ESTIMATED',
      totalPrice: String(data().total), totalPriceLabel: params.total_price_label, displayItems: data().items },
    merchantInfo: { merchantName: params.merchant_name },
    emailRequired: asks('email'),
    ...(needsShipping() ? { callbackIntents: ['SHIPPING_ADDRESS', 'SHIPPING_OPTION', 'PAYMENT_AUTHORIZATION'],
      shippingAddressRequired: true, shippingAddressParameters: {}, shippingOptionRequired: true,
      shippingOptionParameters: { shippingOptions: data().shipping_options } } : { callbackIntents: ['PAYMENT_AUTHORIZATION'] }),
  })
  const fill = (to, { name, address1, address2, locality, administrativeArea, postalCode, countryCode }) => {
    setName(to, name)
    set({ [to + '_address_1']: address1, [to + '_address_2']: address2, [to + '_city']: locality,
      [to + '_state']: administrativeArea, [to + '_postcode']: postalCode, [to + '_country']: countryCode })
  }
  const pay = async () => {
    const paid = await client().loadPaymentData(request())
    const address = paid.paymentMethodData.info.billingAddress
    if (address && !hasAddress()) fill('billing', address)
    set({ billing_phone: address && address.phoneNumber, billing_email: paid.email })
    if (paid.shippingAddress) fill('shipping', paid.shippingAddress)
    const token = JSON.parse(paid.paymentMethodData.tokenizationData.token).id
    const made = await stripe.createPaymentMethod({ type: 'card', card: { token }, billing_details: billing() })
    if (made.error) return refuse(made.error)
    receive(made.paymentMethod)
    if (isExpress) return buy()
    for (const [name, value] of fields) if (value) $('[name="' + name + '"]').val(value)
    showPlaceOrder(true)
    form.trigger('submit')
  }
  const start = () => {
    readForm()
    if (page === 'product' && !needsShipping()) void addToCart()
    void pay().catch(({ statusCode, message }) => statusCode === 'CANCELED' || refuse(String(statusCode || message)))
  }

  const ready = await client().isReadyToPay({ ...version, allowedPaymentMethods: [{ type: 'CARD', parameters: cardParameters }] })
  if (!ready.result) return
  const button = client().createButton({ onClick: start, buttonColor: params.button_color, buttonType: params.button_style,
    buttonSizeMode: params.button_size_mode, buttonRadius: Number(params.button_radius) })
  const showPlaceOrder = (isShown) => {
    $('#place_order').toggleClass('wc-stripe-hide', !isShown)
    $('.gpay-button-container').toggle(!isShown)
  }
  if (page === 'product' && (!isVariable || hasVariation())) await calculate()
  if (isExpress) return showContainer(button)
  const place = $('<div class="gpay-button-container">').css('height', 48).append(button)
  const choose = () => showPlaceOrder(!isChosen() || hasToken)
  const show = () => {
    $(item).show()
    $('#place_order').before(place)
    choose()
  }
  const [, review] = /_stripe_order_review=(.+)/.exec(window.location.search) || []
  if (review) {
    const { payment_method, payment_nonce } = JSON.parse(window.atob(window.decodeURIComponent(review)))
    if (payment_method === id) {
      receive({ id: payment_nonce })
      history.pushState({}, '', window.location.pathname)
    }
  }
  reset = () => showPlaceOrder(false)
  form.on('change', '[name=payment_method]', choose)
  $(document.body).on('updated_checkout', show)
  show()
  form.on('checkout_place_order_' + id, () => hasToken)
})()`

/**
 * Wallets of the provider's Payment Request on product pages: Apple Pay, and the browser's wallet if the provider finds
 * Google Pay in it.
 */
export const requestScript = (wallet: 'applepay' | 'payment_request'): string => `(async () => {
  const isApple = '${wallet}' === 'applepay'
  const params = window.wc_stripe_${wallet}_product_params
  ${gatewayParts}
  ${walletParts}
  const elements = stripe.elements(params.elementOptions)
  let shown = null
  const total = (pending) => ({ amount: data().total_cents, label: params.total_label, pending })
  const ask = (route, more) => async (event) => {
    const answer = await call(params.routes[route], { ...product(), ...more(event) })
    event.updateWith(answer.data.newData)
    if (!answer.code) setRates(answer.data.shipping_method || answer.data.shipping_methods)
  }
  const prepare = async () => {
    const request = stripe.paymentRequest({ country: params.country_code, currency: data().currency.toLowerCase(),
      total: total(true), displayItems: data().items, requestPayerName: true, requestPayerEmail: isApple || asks('email'),
      requestPayerPhone: asks('phone'), ...(isApple ? { disableWallets: ['googlePay'] } : {}), requestShipping: data().needs_shipping,
      ...(data().needs_shipping ? { shippingOptions: data().shipping_options } : {}) })
    request.on('shippingaddresschange', ask('shipping_address', ({ shippingAddress }) => ({ address: {
      city: shippingAddress.city, postcode: shippingAddress.postalCode, state: shippingAddress.region,
      country: shippingAddress.country } })))
    request.on('shippingoptionchange', ask('shipping_method', ({ shippingOption }) => ({ shipping_method: shippingOption.id })))
    request.on('paymentmethod', (paid) => {
      receive(paid.paymentMethod)
      setName('billing', paid.payerName)
      set({ billing_email: paid.payerEmail, billing_phone: paid.payerPhone })
      const { line1, line2, city, state, postal_code, country } = paid.paymentMethod.billing_details.address
      set({ billing_address_1: line1, billing_address_2: line2, billing_city: city, billing_state: state,
        billing_postcode: postal_code, billing_country: country })
      if (paid.shippingAddress) {
        const { recipient, addressLine, city, region, postalCode, country } = paid.shippingAddress
        setName('shipping', recipient)
        set({ shipping_address_1: addressLine[0], shipping_address_2: addressLine[1], shipping_city: city,
          shipping_state: region, shipping_postcode: postalCode, shipping_country: country })
      }
      paid.complete('success')
      void buy()
    })
    const can = await request.canMakePayment()
    if (!can || !(isApple ? can.applePay : can.googlePay && !can.applePay)) return
    if (isApple) return request
    if (shown) shown.destroy()
    shown = elements.create('paymentRequestButton', { paymentRequest: request, style: { paymentRequestButton: {
      type: params.button.type, theme: params.button.theme, height: params.button.height } } })
    shown.on('click', (event) => {
      if (isVariable && !hasVariation()) event.preventDefault()
      else if (!data().needs_shipping) void addToCart()
    })
    shown.mount('#wc-stripe-payment-request-container')
    showContainer()
    return request
  }
  const update = (request) => request.update({ currency: data().currency.toLowerCase(), total: total(false),
    displayItems: data().items, ...(data().needs_shipping ? { shippingOptions: data().shipping_options } : {}) })
  const offer = async () => {
    const request = await prepare()
    if (request && (!isVariable || hasVariation())) {
      await calculate()
      if (!isApple) update(request)
    }
    return request
  }
  const request = await offer()
  form.on('found_variation', () => void offer())
  if (isApple && request) showContainer($(params.button).on('click', (event) => {
    event.preventDefault()
    update(request)
    request.show()
  }))
})()`
