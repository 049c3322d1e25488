import type { SeedPost } from '../types.ts'

export const coldTeaForAHotPorch: SeedPost = {
  slug: 'cold-tea-for-a-hot-porch',
  title: 'Cold tea for a hot porch',
  excerpt:
    'Eight grams, one litre, one night in the refrigerator. Why cold water makes a gentler tea, which leaves like it, and three jugs we make from June to September.',
  category: 'Brewing',
  tags: ['cold brew', 'summer', 'herbal', 'beginners'],
  daysAgo: 178,
  picture: 'post-cold-tea-for-a-hot-porch',
  html: `
<p>The packing room faces north and is the coolest place on the street, and still there are two weeks in July when nobody wants to hold a hot cup. We drink more tea in those weeks than in any others. It is made the evening before, by putting leaf into cold water and going home.</p>

<h2>What cold water does</h2>
<p>Heat pulls everything out of a leaf at once. Cold water is choosier. The sweet and savoury parts dissolve readily even at four degrees, the bitter ones hardly at all, and caffeine somewhere in between. A green tea that turns sharp after three minutes at 85 °C can lie in the refrigerator for twelve hours and come out tasting of melon.</p>
<p>It does not work the other way round. Tea that was brewed hot and then chilled keeps its edge and goes cloudy, which is harmless and looks like dishwater. If you need iced tea in ten minutes, brew it double strength and pour it straight onto ice in the glass.</p>

<h2>The method</h2>
<ul>
<li>Eight grams of leaf for a litre of water, ten if the leaf is large and fluffy.</li>
<li>Cold, filtered water. It matters more here than in a hot cup, because nothing covers for it. We wrote about <a href="/blog/water-before-leaf/">water before leaf</a>.</li>
<li>A jug with a lid, six to eight hours for broken and small leaf, twelve for rolled oolong.</li>
<li>Strain it in the morning. Left on the leaf for a second day it tastes of the refrigerator.</li>
</ul>
<p>It keeps for two days, closed. Make it in a jug that has never held juice, or all of your tea will remember the juice.</p>

<h2>Three jugs</h2>

<h3>The pale one</h3>
<p>Eight grams of <a href="/product/jin-xuan/">Jin Xuan</a> overnight. Creamy, floral and clear, about the colour of straw. It needs no sugar and goes well with cucumber sandwiches, or with potato chips.</p>

<h3>The red one</h3>
<p>Ten grams of <a href="/product/aswan-hibiscus/">Aswan hibiscus</a> and the peel of half an orange, cut without the white. Four hours are enough. It is as sour as lemonade, so most people want a spoonful of honey, dissolved beforehand in a little hot water. There is no caffeine in it, and children take it for punch.</p>

<h3>The one that surprises people</h3>
<p>Eight grams of <a href="/product/bai-hao-yin-zhen/">silver needle</a>, which is an extravagance, in water that has been chilled first. Leave it the whole night. It comes out with hardly any colour, tastes of honeydew and fresh hay, and makes guests put down their glass and look at it.</p>

<h2>What we would not put in cold water</h2>
<p>Smoked teas turn to cold ashes. Ripe pu’er tastes of a cellar without the comfort of heat. Matcha is the other way about: whisk it with a little warm water first and pour it over ice, as it never dissolves and will only sulk at the bottom of a jug.</p>
<p>Roots and barks, such as licorice or ginger, need heat to give anything. Boil them for ten minutes, let them cool, and use that as the water.</p>

<h2>Sun tea, and why we don’t</h2>
<p>People used to leave a jar of tea on the porch rail all afternoon. Forty degrees for five hours is what a microbiologist would order for a culture, and the tea is no better for it. The shady side of the refrigerator door costs nothing and has never made anybody ill.</p>

<h2>Ice</h2>
<p>Freeze some of yesterday’s jug in a tray. The cubes melt into tea instead of into water, and the last glass on the porch is as good as the first.</p>
`.trim(),
}
