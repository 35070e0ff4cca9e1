# select
select-language-css = CSS 选择器
select-language-xpath = XPath
select-language-regex = 正则表达式
select-language-jsonpath = JSONPath
select-language-label = 标签文字
select-fault = { $language }“{ $selector }”无效。{ $reason }
select-fault-at = { $language }“{ $selector }”从第 { $position } 个字符起无法识别。{ $reason }
select-empty = 选择器为空。请输入要查找的内容。
select-long = 选择器长度超过 { $limit } 个字符。请缩短。
select-deep = 嵌套或重复超过 { $limit } 层。请简化。
select-expensive = 在此页面（{ $elements } 个元素）上需要的步骤过多。请去掉嵌套条件，或写出元素名称，不用 * 或 //。
select-jsonpath-expensive = 在此文档上需要的步骤过多。请只使用一次 ..，并在其后写明要找的名称，不要使用 *。
select-css-token = “{ $rest }”的位置不对。请检查括号、引号和组合符；以数字开头的名称需要转义，或写成 [id="…"]。
select-css-ends-early = 内容不完整。请补全，或删除最后一个字符。
select-css-pseudo = 不支持伪类“{ $rest }”。可用的有 :nth-child()、:not()、:is()、:has() 等结构伪类，以及扩展 :contains()、:icontains()、:matches()、:eq()、:lt()、:gt()、:first、:last、:even、:odd。
select-css-contains = 不支持“{ $rest }”。请用匹配元素全部文字的 :contains("词")，或 :matches("正则表达式")。
select-css-take = 选择器只指定元素。请用 take 选择取文字或属性。
select-css-is-xpath = 这看起来是 XPath 表达式。请将选择器类型改为 XPath。
select-xpath-quote = 引号未闭合。请补上相同的引号。
select-xpath-unclosed = “{ $bracket }”未闭合。请补上配对的括号。
select-xpath-unexpected = “{ $character }”的位置不对。前面可能缺少运算符、/ 或括号。
select-xpath-prefix = 未知的前缀“{ $prefix }”。名称中带冒号时请写成 *[name()="{ $name }"]。
select-xpath-function = XPath 1.0 没有函数 { $function }()。请使用 XPath 1.0 的函数，例如 contains()、starts-with()、translate()、normalize-space()。
select-xpath-arguments = 函数 { $function }() 不能有 { $given } 个参数。请检查逗号和括号。
select-xpath-axis = 没有轴“{ $axis }”。可用 child、descendant、parent、ancestor、following-sibling、preceding-sibling 以及 XPath 1.0 的其他轴。
select-xpath-and-or = 请用 and 和 or 连接条件。
select-xpath-equals = 比较请用一个 =。
select-xpath-variable = 不支持变量。请直接写出值。
select-xpath-ends-early = 内容不完整。请补全，或删除最后一个字符。
select-xpath-syntax = 语法有误：前面缺少内容，或此处多余。
select-xpath-type = 此处应为路径，却写了字符串、数字或条件；或者相反。
select-regex-group-open = 分组未闭合。请补上“)”；要匹配字符本身，请写“\(”。
select-regex-group-close = “)”没有对应的分组。请删除；要匹配字符本身，请写“\)”。
select-regex-class-open = “[”未闭合。请补上“]”；要匹配字符本身，请写“\[”。
select-regex-nothing-to-repeat = 前面没有可重复的内容。要匹配字符本身，请在前面加“\”。
select-regex-look-around = 不支持前瞻和后顾。请连同上下文一起匹配，并用 ( ) 括住需要的部分。
select-regex-backreference = 不支持反向引用。请把重复的部分写出来。
select-regex-escape = 此字符不需要或不能加“\”。请去掉“\”；要匹配反斜杠，请写两个。
select-regex-big = 正则表达式过大。请减小重复次数。
select-regex-expensive = 正则表达式每次匹配都要向后查找很远。请限定中间的字符，例如用 [^<]* 代替 .*，或去掉可选的结尾。
select-regex-other = 正则表达式引擎报错：{ $detail }。
select-jsonpath-root = JSONPath 以代表整个文档的“$”开头。
select-jsonpath-other = 此处缺少内容或有多余内容。路径形如 $.items[*].title。
select-jsonpath-syntax = 解析器报错：{ $detail }。路径形如 $.items[*].title。
select-label-many = 标签文字超过 { $limit } 个。请只保留最可能的几个。
select-css-jquery-header = “{ $rest }”是 jQuery 的写法，不是 CSS。请改为 h1, h2, h3, h4, h5, h6。
select-css-jquery-seen = “{ $rest }”取决于浏览器的显示效果，此处无法得知。请用类名或属性，例如 :not([hidden])。
select-css-jquery-parent = “{ $rest }”是 jQuery 的写法。请改为 :not(:empty)。
select-css-jquery-form = “{ $rest }”是 jQuery 的写法。请写元素及其类型，例如 input[type="text"] 或 option[selected]。
select-css-number = :{ $name }() 需要一个整数，例如 :{ $name }(0)。
select-css-text = :{ $name }() 需要一段文字，例如 :{ $name }("词")。
select-css-argument = :{ $name } 后面要有括号和参数，例如 :{ $name }(0) 或 :{ $name }("词")。
select-css-no-argument = :{ $name } 不带参数。请去掉括号。
select-css-unclosed = 括号或引号未配对。请补上另一半。
select-css-inside = 按文字或位置的匹配不能写在 :{ $name }() 中。请移到括号外。
select-css-place-inside = :eq()、:first 等位置选择器在此处含义不明。请写在括号外，或单独放入 :not()。
select-regex-group = 正则表达式没有分组“{ $group }”。分组编号从 1 到 { $last }；0 是整个匹配。
