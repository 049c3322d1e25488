/** The tea houses of the portfolio. Pictures are `house-{slug}-outside`, `-room` and `-table`. */
export type SeedProject = {
  readonly slug: string
  readonly title: string
  readonly excerpt: string
  readonly html: string
  readonly categories: readonly string[]
  readonly daysAgo: number
}

export const projectViews = ['outside', 'room', 'table'] as const

/** Newest first. */
export const projects: readonly SeedProject[] = [
  {
    slug: 'the-ferry-house',
    title: 'The Ferry House',
    excerpt: 'Twelve seats and one long window on the Sunshine Coast, for everybody who has missed the boat.',
    categories: ['By the water', 'Planned with us'],
    daysAgo: 26,
    html: `
<p>The ferry goes every two hours, and for forty years there was nothing to do in between but sit in the car. The old ticket house had a roof, a stove and the best view on the coast. Its new owners asked us what one can pour for people who have either eight minutes or a hundred.</p>
<h2>What we planned</h2>
<p>Two lists. The short one is brewed ahead in big green pots and is in the cup before the coat is off: <a href="/product/samovar-breakfast/">Samovar Breakfast</a>, <a href="/product/earl-grey/">Earl Grey</a> and a herbal tea. The long one comes with a pot, a timer and a second kettle of water, and whoever orders it has resigned themselves to the next sailing.</p>
<h2>What we learned</h2>
<p>Well water on that shore is soft to the point of being shy. We went down by half a gram per cup everywhere, and the Earl Grey stopped tasting of soap.</p>
`.trim(),
  },
  {
    slug: 'la-cour-verte',
    title: 'La Cour Verte',
    excerpt: 'Two floors around a courtyard in Québec City, with a gongfu table upstairs and no music anywhere.',
    categories: ['In the city', 'Planned with us'],
    daysAgo: 74,
    html: `
<p>Downstairs it is a neighbourhood café with newspapers. Upstairs there are five low tables, each with a tray, a lidded bowl and a person who knows how to use it. The two owners are sisters, and each of them regards the other floor as an eccentricity.</p>
<h2>What we planned</h2>
<p>A list of eleven oolongs in the order in which they should be tasted, from <a href="/product/wenshan-bao-zhong/">Bao Zhong</a> to <a href="/product/wuyi-da-hong-pao/">Da Hong Pao</a>, and three evenings of training for six people. By the third evening they were correcting us.</p>
<h2>What is on the tables</h2>
<p>The <a href="/product/bamboo-tea-tray/">bamboo tray</a>, <a href="/product/white-porcelain-gaiwan/">white gaiwans</a> and <a href="/product/fairness-pitcher/">glass pitchers</a> from our own shelves, chosen because all of it can be replaced the same week when somebody drops it. Somebody does, about every ten days.</p>
`.trim(),
  },
  {
    slug: 'the-orchard-house',
    title: 'The Orchard House',
    excerpt: 'A farm kitchen in the Annapolis Valley that pours herbs from its own garden beside our teas.',
    categories: ['In the country'],
    daysAgo: 131,
    html: `
<p>From May to October the orchard opens its kitchen on four days a week. There is one cake, made from what is ripe, and there used to be one tea, made from what was on offer at the supermarket. A regular guest sent them our <a href="/product/six-kinds-sampler/">sampler</a> with a stern note.</p>
<h2>What we planned</h2>
<p>A card with seven teas and a column for the garden. Lemon balm, mint and linden blossom are picked in the morning and steeped in glass, so that people see them. We helped with amounts, which in a garden tend towards the generous: nine grams of fresh mint are enough for a pot, and thirty are a salad.</p>
<h2>From us</h2>
<p><a href="/product/faiyum-chamomile/">Chamomile</a> for the weeks after theirs has finished, a <a href="/product/darjeeling-second-flush/">second flush Darjeeling</a> for the apple cake, and the <a href="/product/glass-teapot/">glass pots</a>.</p>
`.trim(),
  },
  {
    slug: 'the-snow-lantern',
    title: 'The Snow Lantern',
    excerpt: 'A log house near Whitehorse with one samovar, thirty glasses and a rule about boots.',
    categories: ['In the country', 'Samovars'],
    daysAgo: 188,
    html: `
<p>In December the sun is up for less than six hours, and the trail past the house is busy for all of them. Skiers come in with frost in their eyebrows. They need something hot, sweet and at once, and they need the next glass before they have finished thawing.</p>
<h2>What we planned</h2>
<p>A samovar, since nothing else keeps water at the boil for thirty people without a queue. It is a restored brass one of ten litres, converted to electricity for weekdays and lit with spruce cones on Sundays. <a href="/blog/how-to-light-a-samovar/">How to light a samovar</a> began as a sheet of paper on their wall.</p>
<h2>What is in the pot</h2>
<p>Half <a href="/product/assam-golden-tip/">Assam</a>, half <a href="/product/lapsang-souchong/">Lapsang Souchong</a>, a mixture that we would not have dared to propose. It came from the owner’s father, who hauled freight. It tastes like a warm coat.</p>
`.trim(),
  },
  {
    slug: 'the-cedar-gate',
    title: 'The Cedar Gate',
    excerpt: 'Eight cushions, one scroll and a garden of bamboo in Victoria, for green tea and nothing else.',
    categories: ['By the water', 'In the city'],
    daysAgo: 247,
    html: `
<p>There is no menu on the wall. You are asked whether you would like something bright, something deep or something toasted, and twelve minutes later you understand the question. The room belongs to a retired ceramics teacher, who made most of the bowls.</p>
<h2>What we planned</h2>
<p>Six teas in small amounts, sent every second week, because green tea that has been open for a month is a different and sadder tea. <a href="/product/fukamushi-sencha/">Fukamushi sencha</a> is the bright one, <a href="/product/yame-gyokuro/">gyokuro</a> the deep one, <a href="/product/kyoto-hojicha/">hojicha</a> the toasted one. The other three change with the harvest.</p>
<h2>A detail</h2>
<p>The water stands in an iron kettle over the lowest flame and is never boiled in front of guests. It arrives at 70 degrees by being poured three times, from kettle to bowl to pot, and the pouring is what people remember.</p>
`.trim(),
  },
  {
    slug: 'elevator-tea-room',
    title: 'The Elevator Tea Room',
    excerpt: 'A red house at the end of a Saskatchewan rail line, where the harvest crews eat at four in the morning.',
    categories: ['In the country', 'Planned with us'],
    daysAgo: 322,
    html: `
<p>The grain elevator next to it is gone, and the tea room kept its paint. For ten months of the year it serves a village of two hundred people. In August and September it serves everyone with a combine within forty kilometres, in the dark, in thermos flasks.</p>
<h2>What we planned</h2>
<p>One strong blend that survives six hours in a flask, which few teas do. We tried fourteen. Broken <a href="/product/uva-ceylon/">Uva</a> with a fifth of <a href="/product/assam-golden-tip/">Assam</a> was still itself at ten in the morning. It is mixed for them in batches of ten kilos and has no name but a number.</p>
<h2>And in winter</h2>
<p>The long table is for quilting, curling and council meetings, and the list is longer too: <a href="/product/masala-chai/">masala chai</a> made with whole milk, <a href="/product/kyoto-hojicha/">hojicha</a> for those who have to sleep, and a shelf of mugs with names on them.</p>
`.trim(),
  },
]
