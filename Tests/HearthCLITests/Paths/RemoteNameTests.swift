import HearthCLI
import HearthWire
import Testing

@Suite("Remote paths as people write them")
struct RemoteNameTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        let area: String?
        let root: RemoteName.Root
        let names: [String]
        let isInto: Bool
        var testDescription: String { "'\(text)'" }
        init(
            _ text: String,
            _ root: RemoteName.Root,
            _ names: [String] = [],
            into: Bool = false,
            area: String? = nil
        ) {
            self.text = text
            self.area = area
            self.root = root
            self.names = names
            isInto = into
        }
    }

    private func name(_ text: String) throws(CommandError) -> RemoteName {
        try RemoteName(text, aliases: ["home", "büro"], homeFolder: "/home/mum")
    }

    @Test(
        "roots by name, by number, the personal one, and all of them",
        arguments: [
            Case("Family", .name("Family")), Case("Family/", .name("Family"), into: true),
            Case("Family/Photos/a.jpg", .name("Family"), ["Photos", "a.jpg"]),
            Case("Family//Photos///", .name("Family"), ["Photos"], into: true),
            Case("~", .personal), Case("~/", .personal, into: true), Case("~/a b", .personal, ["a b"]),
            Case("~12", .name("~12")), Case("Photos~12/x", .name("Photos~12"), ["x"]),
            Case("/s/12", .number(12)), Case("/s/12/", .number(12), into: true),
            Case("//s//12//a", .number(12), ["a"]),
            Case("/", .list, into: true), Case("home:", .list, into: true, area: "home"),
            Case("home:/", .list, into: true, area: "home"),
            Case("home:~/x", .personal, ["x"], area: "home"),
            Case("home:/s/3/x", .number(3), ["x"], area: "home"),
            Case("büro:Akten/", .name("Akten"), into: true, area: "büro"),
            Case("other:Akten", .name("other:Akten")), Case("a/home:b", .name("a"), ["home:b"]),
            Case("Family/90%hello#1?a+b", .name("Family"), ["90%hello#1?a+b"]),
            Case("Family/ A ", .name("Family"), [" A "]), Case("Family/...", .name("Family"), ["..."]),
            Case("s/12", .name("s"), ["12"]),
        ]
    )
    func forms(_ item: Case) throws {
        let name = try name(item.text)
        #expect(name.area == item.area)
        #expect(name.root == item.root)
        #expect(name.components == item.names.map { Array($0.utf8) })
        #expect(name.isInto == item.isInto)
    }

    @Test(
        "what can be no remote path is refused with 2",
        arguments: [
            "", ".", "..", "./a", "Family/../x", "Family/.", "/etc/passwd", "/s", "/s/", "/s/0", "/s/01",
            "/s/x", "home:/x",
        ]
    )
    func refusals(_ text: String) {
        let error = #expect(throws: CommandError.self) { try name(text) }
        #expect(error?.exit == .usage)
    }

    @Test("a tilde that the shell has replaced is recognised")
    func tilde() {
        let error = #expect(throws: CommandError.self) { try name("/home/mum/Photos") }
        #expect(error?.text(.english).contains("'~/…'") == true)
        let other = #expect(throws: CommandError.self) { try name("/home/mummy") }
        #expect(other?.text(.english).contains("'~/…'") == false)
    }

    @Test("composed and decomposed names are two names")
    func bytes() throws {
        #expect(try name("Family/u\u{308}").components != name("Family/\u{FC}").components)
    }
}

@Suite("Names of folders at the top")
struct DriveRootsTests {
    private let roots = DriveRoots([
        DriveRoot(id: 1, name: "mum-文件", kind: .personal), DriveRoot(id: 7, name: "Photos", kind: .own),
        DriveRoot(id: 12, name: "Photos", kind: .received), DriveRoot(id: 13, name: "\u{FC}", kind: .shared),
        DriveRoot(id: 14, name: "a/b", kind: .shared), DriveRoot(id: 15, name: "~", kind: .own),
        DriveRoot(id: 16, name: "Photos~7", kind: .own),
    ])

    @Test("one of a name is called so, two get their numbers, odd ones go by number")
    func labels() {
        #expect(
            roots.roots.map { roots.label(of: $0) } == [
                "mum-文件", "Photos~7", "Photos~12", "\u{FC}", "/s/14", "/s/15", "Photos~7~16",
            ]
        )
    }

    @Test("labels lead back; a name that several have is a clash")
    func lookups() throws {
        #expect(try roots.root(labelled: "Photos~12")?.id == 12)
        #expect(try roots.root(labelled: "mum-文件")?.id == 1)
        #expect(try roots.root(labelled: "Photos~99") == nil)
        #expect(try roots.root(labelled: "Family~12") == nil)
        // Byte for byte first, by its looks otherwise.
        #expect(try roots.root(labelled: "u\u{308}")?.id == 13)
        #expect(try roots.root(labelled: "Photos~7")?.id == 7)
        #expect(try roots.root(labelled: "Photos~7~16")?.id == 16)
        let error = #expect(throws: CommandError.self) { try roots.root(labelled: "Photos") }
        #expect(error?.exit == .clash)
        #expect(error?.phrase.english.contains("Photos~7, Photos~12") == true)
    }
}
