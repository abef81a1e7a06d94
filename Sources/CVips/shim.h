#ifndef HEARTH_CVIPS_H
#define HEARTH_CVIPS_H

#include <dlfcn.h>
#include <stdlib.h>
#include <vips/vips.h>
#include <vips/vector.h>

// libvips takes its options as variadic arguments and GObject its casts as macros; Swift sees neither.

/// What dladdr(3) fills in; glibc shows it only to those who ask for all its extensions.
typedef struct {
    const char *path;
    void *base;
    const char *symbol;
    void *address;
} HearthLoadedAt;
extern int hearth_loaded_at(const void *address, HearthLoadedAt *found) __asm__("dladdr");

/// The file of the library itself; NULL when that cannot be told.
static inline const char *hearth_vips_path(void) {
    HearthLoadedAt found = {NULL, NULL, NULL, NULL};
    return hearth_loaded_at((const void *)vips_concurrency_get, &found) ? found.path : NULL;
}

/// Loads one of the library's modules and keeps it.
///
/// Done by GLib's loader, as a module expects; it is there because the library needs it, but not linked here.
static inline int hearth_vips_load_module(const char *path) {
    void *(*open)(const char *, int) = (void *(*)(const char *, int))dlsym(NULL, "g_module_open");
    void (*keep)(void *) = (void (*)(void *))dlsym(NULL, "g_module_make_resident");
    void *module = open != NULL && keep != NULL ? open(path, 1) : NULL;
    if (module == NULL) return -1;
    keep(module);
    return 0;
}

static inline int hearth_vips_start(const char *program) { return vips_init(program); }

/// Refuses all operations of a class and its subclasses, or allows them again.
static inline void hearth_vips_block(const char *name, int isBlocked) {
    vips_operation_block_set(name, isBlocked ? TRUE : FALSE);
}

static inline void hearth_vips_unref(void *object) { g_object_unref(object); }

/// Keeps a value for as long as an object lives.
static inline void hearth_vips_keep(void *object, void *value, void (*release)(void *)) {
    g_object_set_data_full(G_OBJECT(object), "hearth", value, release);
}

typedef gint64 (*HearthVipsRead)(VipsSourceCustom *source, void *buffer, gint64 length, void *context);
typedef gint64 (*HearthVipsSeek)(VipsSourceCustom *source, gint64 offset, int whence, void *context);

static inline VipsSource *hearth_vips_source_custom(HearthVipsRead read, HearthVipsSeek seek, void *context) {
    VipsSourceCustom *source = vips_source_custom_new();
    if (source == NULL) return NULL;
    g_signal_connect_data(source, "read", G_CALLBACK(read), context, NULL, (GConnectFlags)0);
    g_signal_connect_data(source, "seek", G_CALLBACK(seek), context, NULL, (GConnectFlags)0);
    return VIPS_SOURCE(source);
}

/// Opens the header; pixels are decoded later, from top to bottom.
static inline VipsImage *hearth_vips_open(VipsSource *source, const char *options, VipsFailOn failOn) {
    return vips_image_new_from_source(
        source, options, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", failOn, NULL);
}

/// Makes a picture whose longer side is `edge` of one that is opened.
static inline int hearth_vips_reduce(
    VipsImage *in, VipsImage **out, int edge, const char *importProfile, const char *exportProfile
) {
    if (importProfile != NULL && exportProfile != NULL)
        return vips_thumbnail_image(
            in, out, edge, "height", edge, "no_rotate", TRUE, "import_profile", importProfile,
            "export_profile", exportProfile, NULL);
    if (exportProfile != NULL)
        return vips_thumbnail_image(
            in, out, edge, "height", edge, "no_rotate", TRUE, "export_profile", exportProfile, NULL);
    return vips_thumbnail_image(in, out, edge, "height", edge, "no_rotate", TRUE, NULL);
}

/// Makes a picture of a file whose longer side is `edge`, decoding no more than that needs.
///
/// The caller sees to it that nothing is enlarged. `VIPS_SIZE_DOWN` would do that too, but libvips 8.14 then takes the
/// smallest level of JPEG 2000 and of TIFF pyramids, whatever the edge.
static inline int hearth_vips_thumbnail(
    VipsSource *source, VipsImage **out, int edge, const char *options, const char *importProfile,
    const char *exportProfile, VipsFailOn failOn
) {
    if (importProfile != NULL && exportProfile != NULL)
        return vips_thumbnail_source(
            source, out, edge, "height", edge, "option_string", options, "no_rotate", TRUE, "fail_on", failOn,
            "import_profile", importProfile, "export_profile", exportProfile, NULL);
    if (exportProfile != NULL)
        return vips_thumbnail_source(
            source, out, edge, "height", edge, "option_string", options, "no_rotate", TRUE, "fail_on", failOn,
            "export_profile", exportProfile, NULL);
    return vips_thumbnail_source(
        source, out, edge, "height", edge, "option_string", options, "no_rotate", TRUE, "fail_on", failOn, NULL);
}

/// Makes the longer side `edge` pixels; larger, too.
static inline int hearth_vips_resize(VipsImage *in, VipsImage **out, int edge) {
    return vips_thumbnail_image(in, out, edge, "height", edge, "no_rotate", TRUE, NULL);
}

/// Cuts the largest square out of the middle.
static inline int hearth_vips_square(VipsImage *in, VipsImage **out) {
    int side = VIPS_MIN(in->Xsize, in->Ysize);
    return vips_extract_area(in, out, (in->Xsize - side) / 2, (in->Ysize - side) / 2, side, side, NULL);
}

static inline int hearth_vips_colourspace(VipsImage *in, VipsImage **out, VipsInterpretation space) {
    return vips_colourspace(in, out, space, NULL);
}

static inline int hearth_vips_interpret(VipsImage *in, VipsImage **out, VipsInterpretation space) {
    return vips_copy(in, out, "interpretation", space, NULL);
}

static inline int hearth_vips_bands(VipsImage *in, VipsImage **out, int count) {
    return vips_extract_band(in, out, 0, "n", count, NULL);
}

static inline int hearth_vips_to_8_bits(VipsImage *in, VipsImage **out) { return vips_cast_uchar(in, out, NULL); }

static inline int hearth_vips_turn(VipsImage *in, VipsImage **out, VipsAngle angle) {
    return vips_rot(in, out, angle, NULL);
}

static inline int hearth_vips_mirror(VipsImage *in, VipsImage **out) {
    return vips_flip(in, out, VIPS_DIRECTION_HORIZONTAL, NULL);
}

/// Puts a transparent picture on white.
static inline int hearth_vips_flatten(VipsImage *in, VipsImage **out) {
    double white[3] = {255, 255, 255};
    VipsArrayDouble *background = vips_array_double_new(white, 3);
    int result = vips_flatten(in, out, "background", background, NULL);
    vips_area_unref(VIPS_AREA(background));
    return result;
}

/// Whether all pixels are the same; -1 when they cannot be decoded.
static inline int hearth_vips_is_plain(VipsImage *in) {
    VipsImage *stats = NULL;
    if (vips_stats(in, &stats, NULL)) return -1;
    int isPlain = 1;
    // One row a band after the first, which is of all bands; columns 0 and 1 are the least and the largest value.
    for (int row = 1; row < stats->Ysize; row++)
        if (*VIPS_MATRIX(stats, 0, row) != *VIPS_MATRIX(stats, 1, row)) isPlain = 0;
    g_object_unref(stats);
    return isPlain;
}

/// Takes away all that is kept beside the pixels, but what makes an animation move.
///
/// The writers' own `strip` is not enough: libvips 8.14 puts profile and EXIF into WebP files all the same.
static inline int hearth_vips_bare(VipsImage *in, VipsImage **out) {
    static const char *const kept[] = {"delay", "loop", "page-height", "n-pages", NULL};
    if (vips_copy(in, out, NULL)) return -1;
    gchar **names = vips_image_get_fields(*out);
    for (int index = 0; names != NULL && names[index] != NULL; index++)
        if (!g_strv_contains((const gchar *const *)kept, names[index])) vips_image_remove(*out, names[index]);
    g_strfreev(names);
    return 0;
}

static inline int hearth_vips_save_webp(VipsImage *in, void **bytes, size_t *count, int quality, int effort) {
    return vips_webpsave_buffer(in, bytes, count, "Q", quality, "effort", effort, "strip", TRUE, NULL);
}

static inline int hearth_vips_save_jpeg(VipsImage *in, void **bytes, size_t *count, int quality) {
    return vips_jpegsave_buffer(
        in, bytes, count, "Q", quality, "optimize_coding", TRUE, "strip", TRUE, NULL);
}

static inline int hearth_vips_save_png(VipsImage *in, void **bytes, size_t *count) {
    return vips_pngsave_buffer(in, bytes, count, "compression", 6, "strip", TRUE, NULL);
}

/// Writes any format by its suffix, such as `.tif[compression=lzw]`; for tests.
static inline int hearth_vips_save(VipsImage *in, const char *suffix, void **bytes, size_t *count) {
    return vips_image_write_to_buffer(in, suffix, bytes, count, NULL);
}

/// Opens any format from memory that must stay for as long as the image; for tests.
static inline VipsImage *hearth_vips_load(const void *bytes, size_t count) {
    return vips_image_new_from_buffer(bytes, count, "", NULL);
}

/// Bytes kept with an image under a name, which stay the image's; NULL when there are none.
static inline const void *hearth_vips_blob(VipsImage *in, const char *name, size_t *count) {
    const void *bytes = NULL;
    *count = 0;
    if (vips_image_get_typeof(in, name) != VIPS_TYPE_BLOB || vips_image_get_blob(in, name, &bytes, count))
        return NULL;
    return bytes;
}

/// A number kept with an image under a name, or what is given instead.
static inline int hearth_vips_int(VipsImage *in, const char *name, int otherwise) {
    int value = otherwise;
    if (vips_image_get_typeof(in, name) != G_TYPE_INT || vips_image_get_int(in, name, &value)) return otherwise;
    return value;
}

/// A text kept with an image under a name, which stays the image's; NULL when there is none.
static inline const char *hearth_vips_text(VipsImage *in, const char *name) {
    const char *text = NULL;
    if (vips_image_get_typeof(in, name) == 0 || vips_image_get_string(in, name, &text)) return NULL;
    return text;
}

#endif
