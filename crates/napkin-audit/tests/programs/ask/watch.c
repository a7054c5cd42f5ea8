// A library to preload: it records the names that a program looks up and the addresses that it connects to, and
// fails both, so that the program reaches no network. Each is a line in hexadecimal in the file NAPKIN_WATCH. The ports that
// it connects to are lines in the file NAPKIN_WATCH_PORTS, in hexadecimal too.
//
// An address as text is resolved, since that contacts nobody; so is every text if only addresses are wanted.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static void record_in(const char *variable, const char *text) {
    const char *path = getenv(variable);
    int file = path && text ? open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600) : -1;
    if (file < 0) return;
    size_t length = strlen(text);
    char *line = malloc(2 * length + 2);
    if (!line) _exit(127);
    for (size_t at = 0; at < length; at++) sprintf(line + 2 * at, "%02x", (unsigned char)text[at]);
    line[2 * length] = '\n';
    // One call a line: a program may be several processes.
    if (write(file, line, 2 * length + 1) < 0) _exit(127);
    free(line);
    close(file);
}

static void record(const char *text) { record_in("NAPKIN_WATCH", text); }

static int is_address(const char *text) {
    unsigned char address[16];
    return inet_pton(AF_INET, text, address) == 1 || inet_pton(AF_INET6, text, address) == 1;
}

int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints, struct addrinfo **result) {
    int (*real)(const char *, const char *, const struct addrinfo *, struct addrinfo **) =
        dlsym(RTLD_NEXT, "getaddrinfo");
    if (!name || (hints && (hints->ai_flags & AI_NUMERICHOST)) || is_address(name))
        return real(name, service, hints, result);
    record(name);
    return EAI_NONAME;
}

struct hostent *gethostbyname2(const char *name, int family) {
    (void)family;
    record(name);
    h_errno = HOST_NOT_FOUND;
    return NULL;
}

struct hostent *gethostbyname(const char *name) { return gethostbyname2(name, AF_INET); }

int gethostbyname2_r(const char *name, int family, struct hostent *host, char *buffer, size_t size,
                     struct hostent **result, int *error) {
    (void)family, (void)host, (void)buffer, (void)size;
    record(name);
    *result = NULL;
    *error = HOST_NOT_FOUND;
    return 0;
}

int gethostbyname_r(const char *name, struct hostent *host, char *buffer, size_t size, struct hostent **result,
                    int *error) {
    return gethostbyname2_r(name, AF_INET, host, buffer, size, result, error);
}

int res_query(const char *name, int class, int type, unsigned char *answer, int size) {
    (void)class, (void)type, (void)answer, (void)size;
    record(name);
    h_errno = HOST_NOT_FOUND;
    return -1;
}

int res_search(const char *name, int class, int type, unsigned char *answer, int size) {
    return res_query(name, class, type, answer, size);
}

int connect(int file, const struct sockaddr *address, socklen_t size) {
    char text[INET6_ADDRSTRLEN] = "", port[8];
    int (*real)(int, const struct sockaddr *, socklen_t) = dlsym(RTLD_NEXT, "connect");
    if (address->sa_family == AF_INET)
        inet_ntop(AF_INET, &((const struct sockaddr_in *)address)->sin_addr, text, sizeof text);
    else if (address->sa_family == AF_INET6)
        inet_ntop(AF_INET6, &((const struct sockaddr_in6 *)address)->sin6_addr, text, sizeof text);
    else
        return real(file, address, size);
    record(text);
    // Both kinds of address have the port at one place.
    sprintf(port, "%u", ntohs(((const struct sockaddr_in *)address)->sin_port));
    record_in("NAPKIN_WATCH_PORTS", port);
    errno = ECONNREFUSED;
    return -1;
}
