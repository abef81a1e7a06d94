#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A keyed archive of one text, as `NSKeyedArchiver` writes it: a property list of numbered objects.
///
/// `NSKeyedArchiver` is not everywhere where Swift is, so the property list is read and written here.
enum KeyedArchive {
    /// The text in an archive, binary or XML; nil for anything else.
    static func text(in bytes: [UInt8]) -> String? {
        if bytes.starts(with: BinaryPropertyList.magic) {
            guard case .dictionary(let archive) = BinaryPropertyList.parse(bytes),
                archive["$archiver"] == .string("NSKeyedArchiver"),
                case .array(let objects)? = archive["$objects"], case .dictionary(let top)? = archive["$top"],
                // The root of `archivedData(withRootObject:)`; older writers may have named it themselves.
                case .reference(let root)? = top["root"] ?? (top.count == 1 ? top.first?.value : nil),
                objects.indices.contains(root)
            else { return nil }
            return text(of: objects[root], objects)
        }
        guard let archive = try? PropertyListDecoder().decode(XMLArchive.self, from: Data(renamed(bytes))),
            let root = archive.top["root"]?.number, archive.objects.indices.contains(root)
        else { return nil }
        return archive.objects[root]?.text
    }

    /// An archive of a text, binary, as current systems write it.
    static func bytes(of text: String) -> [UInt8] {
        BinaryPropertyList.write(
            .dictionary([
                "$version": .int(100_000),
                "$archiver": .string("NSKeyedArchiver"),
                "$top": .dictionary(["root": .reference(1)]),
                "$objects": .array([.string("$null"), .string(text)]),
            ])
        )
    }

    /// A text stands among the objects as it is; a mutable one is an object that holds it.
    private static func text(of object: PropertyListValue, _ objects: [PropertyListValue]) -> String? {
        switch object {
        case .string(let text): return text
        case .dictionary(let members):
            if case .string(let text)? = members["NS.string"] { return text }
            if case .data(let bytes)? = members["NS.bytes"] {
                return String(validating: bytes, as: UTF8.self)
            }
            return nil
        default: return nil
        }
    }

    /// The XML with another name for references: under their own the decoder takes them for a type that nothing decodes.
    ///
    /// Texts are safe: there `<` is written in another way.
    private static func renamed(_ bytes: [UInt8]) -> [UInt8] {
        String(decoding: bytes, as: UTF8.self)
            .replacing("<key>CF$UID</key>", with: "<key>reference</key>").utf8.map { $0 }
    }

    /// What is needed of the XML form, where references are dictionaries.
    private struct XMLArchive: Decodable {
        struct Reference: Decodable {
            let number: Int
            enum CodingKeys: String, CodingKey { case number = "reference" }
        }

        struct Object: Decodable {
            let text: String?

            enum CodingKeys: String, CodingKey { case text = "NS.string" }

            init(from decoder: any Decoder) throws {
                if let plain = try? decoder.singleValueContainer().decode(String.self) {
                    text = plain
                } else {
                    text = try? decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .text)
                }
            }
        }

        let top: [String: Reference]
        /// The decoder takes the text `$null` for nothing.
        let objects: [Object?]

        enum CodingKeys: String, CodingKey {
            case top = "$top"
            case objects = "$objects"
        }
    }
}
